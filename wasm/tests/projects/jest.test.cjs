const { Position } = require("volo-rules");

test("the package in jest", () => {
  expect(() => new Position().play("b3")).toThrow("R6");
});

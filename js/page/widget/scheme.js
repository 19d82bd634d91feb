// Whether a notebook is light or dark. Each marks it in its own way, but all set the color of the text.

/**
 * Give a board the color scheme of the text around it, also when the theme of the notebook changes. All notebooks mark
 * the theme by an attribute of the page or of its body. JupyterLab draws a board before the board is part of the page,
 * and only then does it get a size.
 * @param {HTMLElement} around
 * @param {HTMLElement} board
 * @returns {() => void} a function that stops following
 */
export function followScheme(around, board) {
  const follow = () => {
    board.style.colorScheme = schemeAround(around);
  };
  const observer = new MutationObserver(follow);
  for (const root of [document.documentElement, document.body]) observer.observe(root, { attributes: true });
  const attached = new ResizeObserver(follow);
  attached.observe(board);
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", follow);
  follow();
  return () => {
    observer.disconnect();
    attached.disconnect();
    system.removeEventListener("change", follow);
  };
}

/**
 * The color scheme that fits the text around an element: dark if the text is light.
 * @param {HTMLElement} element
 * @returns {"light" | "dark"}
 */
function schemeAround(element) {
  // A canvas reads every way to write a color.
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d");
  if (context === null) return "light";
  context.fillStyle = getComputedStyle(element).color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return 0.3 * red + 0.59 * green + 0.11 * blue > 127 ? "dark" : "light";
}

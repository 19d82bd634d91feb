// Plays a move, counts the legal answers, shows an error and asks the engine. It is for Zig 0.17.
//
// zig translate-c -lc ~/.local/include/volo.h > volo.zig
// zig build-exe example.zig -lc -L ~/.local/lib -lvolo -rpath ~/.local/lib && ./example
const std = @import("std");
const volo = @import("volo.zig");

var failure: volo.volo_error = .{};

fn check(code: c_int) error{Volo}!void {
    if (code != volo.VOLO_OK) return error.Volo;
}

pub fn main() !void {
    errdefer _ = std.c.printf("%s\n", &failure.message);
    var position: volo.volo_position = .{};
    var move: volo.volo_move = undefined;
    var count: usize = undefined;
    var text: [24]u8 = undefined;
    try check(volo.volo_position_parse("2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4", &position, &failure));
    try check(volo.volo_parse_legal_move(&position, "a3", &move, &failure));
    try check(volo.volo_play(&position, move, &position, &failure));
    try check(volo.volo_legal_moves(&position, null, 0, &count, &failure));
    _ = std.c.printf("%zu legal moves\n", count);
    if (volo.volo_parse_legal_move(&position, "pass", &move, &failure) != volo.VOLO_OK)
        _ = std.c.printf("%s: %s\n", &failure.ruling, &failure.reason);

    var engine: ?*volo.volo_engine = null;
    const limit: volo.volo_limit = .{ .size = @sizeOf(volo.volo_limit), .nodes = 2000 };
    var info: volo.volo_info = .{};
    try check(volo.volo_engine_new(null, &engine, &failure));
    defer volo.volo_engine_free(engine);
    try check(volo.volo_engine_search(engine, &position, null, 0, &limit, null, null, null, &info, 1, &count, &failure));
    try check(volo.volo_move_text(info.pv[0], &text, text.len, null, &failure));
    _ = std.c.printf("the engine plays %s, score %s\n", &text, &info.score);
}

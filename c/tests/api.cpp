// Each function of volo.h with good and with bad input, and what volo.hpp adds: exceptions, texts, lists, and owners.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <sstream>
#include <type_traits>
#include <unordered_set>

#include "check.hpp"

using volo::call, volo::get, volo::items, volo::text;

static_assert(!std::is_copy_constructible_v<volo::Engine> && std::is_nothrow_move_constructible_v<volo::Engine>);
static_assert(!std::is_copy_constructible_v<volo::GameRecord> && std::is_nothrow_move_constructible_v<volo::GameRecord>);
static_assert(!std::is_copy_constructible_v<volo::GameRecords>);
static_assert(std::is_trivially_copyable_v<volo::Position> && sizeof(volo::Position) == sizeof(volo_position));

namespace {

constexpr auto WON_AT_ONCE = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4";
constexpr auto OVER = "2/1b3/oooooo/4/6/1b3/2 b 0 standard-4";
// The flight c3:c4-SW1 divides Blue.
constexpr auto DIVISION = "2/1o1bo/6/b2o/2oobb/3b1/bo o 0 standard-4";

int always(void *calls) { return ++*static_cast<int *>(calls), 1; }

int never(void *calls) { return ++*static_cast<int *>(calls), 0; }

void test_lists() {
  CHECK(volo_abi_version() == VOLO_ABI_VERSION && std::strchr(volo_version(), '.') != nullptr);
  for (int list = VOLO_LIST_RULE_SETS; list <= VOLO_LIST_PLANES; ++list) {
    const auto entries = volo::list(list);
    CHECK(entries.size() > 1 && volo_list(list, SIZE_MAX) == nullptr);
    for (const volo_entry &entry : entries) {
      CHECK(entry.name[0] != 0 && (entry.suffix[0] == '.') == (list == VOLO_LIST_FORMATS));
    }
  }
  for (int list : {INT32_MIN, -1, VOLO_LIST_PLANES + 1, INT32_MAX}) CHECK(volo::list(list).empty());
  const auto is = [](int list, int number, const char *name) { return std::strcmp(volo::list(list)[number].name, name) == 0; };
  CHECK(is(VOLO_LIST_REASONS, VOLO_PASSES, "passes") && is(VOLO_LIST_VALUES, VOLO_VALUE_DRAW, "draw"));
  CHECK(is(VOLO_LIST_DIRECTIONS, 5, "NE") && is(VOLO_LIST_SYMMETRIES, 6, "mirror"));
  CHECK(volo::list(VOLO_LIST_SYMMETRIES).size() == VOLO_SYMMETRIES && volo::list(VOLO_LIST_PLANES).size() == VOLO_PLANES);
}

void test_rules() {
  volo::Rules rules("french-5");
  char cut[4];
  size_t length;
  CHECK(rules.edge == 5 && rules.to_string() == "french-5");
  call(volo_rule_set_text, &rules, cut, sizeof cut, &length);
  CHECK(std::strcmp(cut, "fre") == 0 && length == 8);
  call(volo_rule_set_text, &rules, nullptr, 0, &length);
  CHECK(length == 8);
  rules = volo::Rules("edge=6,supply=none,pass=own-regions,stuck=last-mover-wins");
  CHECK(rules.edge == 6 && rules.supply == 0);
  CHECK(std::strcmp(volo_list(VOLO_LIST_PASS_RULES, rules.passing)->name, "own-regions") == 0);
  CHECK(std::strcmp(volo_list(VOLO_LIST_END_RULES, rules.stuck)->name, "last-mover-wins") == 0);
  refused([] { volo::Rules("english"); }, VOLO_ERROR_RULES, "english");
  refused([] { volo::Rules("\xff"); }, VOLO_ERROR_NOTATION, "UTF-8", "", 0);
  rules.edge = 9;
  refused([&] { rules.to_string(); }, VOLO_ERROR_RULES, "4 to 8, not 9");
}

void test_spaces() {
  CHECK(items<volo_space>(volo_spaces, 4).size() == 30 && items<volo_space>(volo_spaces, 8).size() == 162);
  const auto b2 = get<volo_space>(volo_space_parse, 4, "b2");
  CHECK(text(volo_space_text, 4, b2) == "b2");
  const auto neighbors = items<volo_space>(volo_space_neighbors, 4, b2);
  CHECK(neighbors.size() == 5 && neighbors[0] == b2 + 1);
  const auto place = get<volo_place>(volo_space_place, 4, b2);
  CHECK(place.x == 4 && place.y == 1);
  refused([&] { text(volo_space_text, 4, volo_space{255}); }, VOLO_ERROR_ARGUMENT, "255");
  refused([&] { get<volo_space>(volo_space_parse, 4, "z9"); }, VOLO_ERROR_NOTATION, "no such space", "", 0);
  for (int edge : {INT32_MIN, -1, 3, 9, 256, INT32_MAX}) {
    refused([&] { get<volo_place>(volo_space_place, edge, b2); }, VOLO_ERROR_RULES, "edge");
  }
  volo_set set{};
  set.words[1] = 6;
  CHECK((items<volo_space>(volo_set_spaces, &set) == std::vector<volo_space>{65, 66}));
  set.words[0] = 1;
  refused([&] { items<volo_space>(volo_set_spaces, &set); }, VOLO_ERROR_ARGUMENT, "bit 0");
}

void test_positions() {
  const volo::Position start{volo::Rules("standard-4")}, over{OVER};
  CHECK(volo::Position().to_string() == "5/1o4b1/9/10/11/12/b8o/12/11/10/9/1o4b1/5 o 0 standard");
  CHECK(start.to_string() == START_4 && start == volo::Position("standard-4"));
  std::ostringstream written;
  written << start;
  CHECK(written.str() == START_4);
  CHECK(start == volo::Position::from_board(start.board()) && start.board(true) != start.board());
  // A text is cut between two characters. Some have several bytes.
  for (size_t capacity = 1; capacity < 60; ++capacity) {
    char cut[60];
    call(volo_position_board, &start, 1, cut, capacity, nullptr);
    const size_t length = std::strlen(cut);
    CHECK(length < capacity && length + 4 >= capacity);
    CHECK(length == 0 || (static_cast<unsigned char>(cut[length - 1]) & 0xC0) != 0xC0);
  }
  const auto board = start.board();
  refused([&] { get<volo_position>(volo_position_from_board, board.c_str(), nullptr, 7, -1); }, VOLO_ERROR_ARGUMENT, "color");

  volo_description parts = start.describe();
  CHECK(parts.rules.edge == 4 && parts.turn == VOLO_ORANGE && parts.passes == 0 && parts.in_hand[1] == 57);
  CHECK(start == get<volo_position>(volo_position_build, &parts));
  parts.birds[0] = parts.birds[1];
  refused([&] { get<volo_position>(volo_position_build, &parts); }, VOLO_ERROR_POSITION, "both colors");
  parts.passes = 300;
  refused([&] { get<volo_position>(volo_position_build, &parts); }, VOLO_ERROR_ARGUMENT, "passes");

  CHECK(items<volo_set>(volo_position_flocks, &over, VOLO_BLUE).size() == 2);
  CHECK(items<volo_region>(volo_position_regions, &start, VOLO_ORANGE).size() == 1);
  refused([&] { items<volo_region>(volo_position_regions, &start, 2); }, VOLO_ERROR_ARGUMENT, "color");
  const auto outcome = over.outcome();
  CHECK(!start.outcome() && outcome && outcome->winner == VOLO_ORANGE && outcome->reason == VOLO_FLOCK);
  CHECK(std::strcmp(outcome->ruling, "R17") == 0 && std::strstr(outcome->message, "Orange wins: ") == outcome->message);
  CHECK(volo::Position(WON_AT_ONCE).can_win() && !start.can_win());
  CHECK(std::abs(volo::evaluate(start)) < 1 && volo::evaluate(over) == -1);

  refused([] { volo::Position("chess"); }, VOLO_ERROR_RULES, "or write a position");
  refused([] { volo::Position("2/1o1b1/6/b2o/6/1o1b1/2 o 0 english"); }, VOLO_ERROR_RULES, "english");
  refused([] { volo::Position("2/1o3/6/4/6/5/2 o 0 standard-4"); }, VOLO_ERROR_POSITION, "bird");
  refused([] { volo::Position("2/1o1b1/6\xc3\xa4"); }, VOLO_ERROR_NOTATION, "expected", "", 9);
  refused([] { volo::Position(std::string("a3\0x", 4)); }, VOLO_ERROR_NOTATION, "zero byte", "", 2);
}

void test_moves() {
  const volo::Position start(START_4), division(DIVISION);
  const auto moves = start.legal_moves();
  CHECK(moves.size() == 9 && start.is_legal(moves[0]) && !start.is_legal(move_of(4, "b3")));
  std::ostringstream written;
  written << moves[0];
  CHECK(move_of(4, written.str()) == moves[0] && moves[0].describe().kind == VOLO_ADD);
  CHECK(std::unordered_set<volo::Move>(moves.begin(), moves.end()).size() == 9);
  volo_move few[3] = {VOLO_NO_MOVE, VOLO_NO_MOVE, VOLO_NO_MOVE};
  size_t count;
  call(volo_legal_moves, &start, few, 2, &count);
  CHECK(count == 9 && few[1] == moves[1] && few[2] == VOLO_NO_MOVE);
  volo_position position = start;
  call(volo_play, &position, moves[0], &position);
  CHECK(position == start.play(moves[0]) && position != start);
  CHECK(std::hash<volo::Position>()(position) != std::hash<volo::Position>()(start));
  refused([&] { call(volo_play, &start, move_of(4, "b3"), &position); }, VOLO_ERROR_MOVE, " b2 ", "R6");
  CHECK(position == start.play(moves[0]));
  try {
    start.play("b3");
    CHECK(!"refused");
  } catch (const volo::Error &error) {
    CHECK(error.reason == "touches the friendly bird at b2" && std::strstr(error.what(), "illegal move b3"));
  }
  std::mt19937_64 generator(1);
  CHECK(start.is_legal(start.random_move(generator)) && volo::Position(OVER).random_move(generator) == VOLO_NO_MOVE);
  refused([&] { start.play("c5-N1"); }, VOLO_ERROR_NOTATION, "direction", "", 3);
  refused([&] { start.play(VOLO_NO_MOVE); }, VOLO_ERROR_ARGUMENT, "not the number");
  refused([&] { start.play(move_of(7, "b3")); }, VOLO_ERROR_ARGUMENT, "edge 7");
  refused([] { get<volo_move>(volo_move_parse, 4, "b2:c4-E1"); }, VOLO_ERROR_MOVE, " c4 ", "R9");

  auto parts = get<volo_move_description>(volo_move_describe, move_of(7, "b2:b4-NE3/g6"));
  CHECK(parts.kind == VOLO_FLY && parts.edge == 7 && parts.length == 3 && parts.direction == 5 && parts.distance == 3);
  CHECK(parts.from[0] + 2 == parts.from[2] && parts.from[3] == 0 && parts.to[0] == parts.from[0] - 45 && parts.keep != 0);
  parts = get<volo_move_description>(volo_move_describe, move_of(7, "b2"));
  CHECK(parts.kind == VOLO_ADD && parts.from[0] != 0 && parts.to[0] == 0);
  const auto kept = division.parse_move("c3:c4-SW1/f1");
  CHECK(kept.to_string() == "c3:c4-SW1/b1");
  CHECK(get<volo_move>(volo_normalize, &division, move_of(4, "c3:c4-SW1/f1")) == kept);
  refused([&] { get<volo_move>(volo_normalize, &division, move_of(4, "c3:c4-SW1")); }, VOLO_ERROR_MOVE, "named", "R15");
}

void test_perft() {
  const volo::Position start;
  uint64_t nodes = 7;
  int calls = 0;
  CHECK(start.perft(2) == 9717 && get<uint64_t>(volo_perft, &start, 2, 2, never, &calls) == 9717 && calls > 0);
  calls = 0;
  refused([&] { call(volo_perft, &start, 64, 2, always, &calls, &nodes); }, VOLO_ERROR_STOPPED, "stopped");
  CHECK(calls == 1 && nodes == 7);
  const auto parts = start.divide(2, 2);
  CHECK(parts.size() == 99 && std::accumulate(parts.begin(), parts.end(), uint64_t{0}) == 9717);
  size_t count;
  call(volo_divide, &start, 64, 1, nullptr, nullptr, nullptr, 0, &count);
  CHECK(count == 99 && start.divide(0).empty());
  refused([&] { items<uint64_t>(volo_divide, &start, 64, 2, always, &calls); }, VOLO_ERROR_STOPPED, "stopped");
  refused([&] { start.divide(65); }, VOLO_ERROR_ARGUMENT, "0 to 64, not 65");
  refused([&] { start.perft(1, 257); }, VOLO_ERROR_ARGUMENT, "0 to 256, not 257");
}

void test_symmetries() {
  const volo::Position start(START_4);
  const volo_move move = move_of(4, "b5");
  for (int symmetry = 0; symmetry < VOLO_SYMMETRIES; ++symmetry) {
    const auto inverse = get<int32_t>(volo_symmetry_inverse, symmetry);
    CHECK(get<int32_t>(volo_symmetry_compose, symmetry, inverse) == 0);
    const auto image = get<volo_position>(volo_position_transform, &start, symmetry);
    volo_position canonical;
    int32_t by;
    call(volo_position_canonical, &image, &canonical, &by);
    CHECK(volo::Position(canonical) == get<volo_position>(volo_position_transform, &image, by));
    const auto moved = get<volo_move>(volo_move_transform, move, symmetry);
    CHECK(get<volo_move>(volo_move_transform, moved, inverse) == move);
  }
  volo_position canonical;
  call(volo_position_canonical, &start, &canonical, nullptr);
  refused([] { get<int32_t>(volo_symmetry_inverse, 12); }, VOLO_ERROR_ARGUMENT, "0 to 11, not 12");
}

void test_actions() {
  const volo::Position position(DIVISION);
  auto decision = get<volo_decision>(volo_decision_start, &position);
  const auto legal = items<volo_action>(volo_legal_actions, &decision);
  std::vector<uint8_t> mask(get<size_t>(volo_action_count, 4));
  CHECK(mask.size() == 1201);
  call(volo_action_mask, &decision, mask.data(), mask.size());
  CHECK(std::accumulate(mask.begin(), mask.end(), size_t{0}) == legal.size() && mask[legal[0]] == 1);
  refused([&] { call(volo_action_mask, &decision, mask.data(), 1200); }, VOLO_ERROR_ARGUMENT, "needs 1201");
  const auto pair = items<volo_action>(volo_move_actions, move_of(4, "c3:c4-SW1/f1"));
  CHECK(pair.size() == 2 && text(volo_action_text, 4, pair[1]) == "/f1");
  auto next = get<volo_decision>(volo_decision_step, &decision, pair[0]);
  CHECK(next.chosen != VOLO_NO_MOVE && next.position == position);
  CHECK(items<volo_action>(volo_legal_actions, &next).size() == 2);
  CHECK(get<volo_move>(volo_decision_move, &next, pair[1]) == move_of(4, "c3:c4-SW1/b1"));

  const auto planes = items<uint8_t>(volo_observe, &next, nullptr);
  const auto numbers = items<float>(volo_observe_float, &next, nullptr);
  CHECK(planes.size() == 12 * 49 && std::equal(planes.begin(), planes.end(), numbers.begin(), numbers.end()));
  volo_view view;
  CHECK(items<float>(volo_observe_float, &next, &view) == numbers);
  for (volo_view other : {volo_view{.symmetry = 6}, {.seen_by = 2}}) CHECK(items<float>(volo_observe_float, &next, &other) != numbers);
  view = {.side = 15, .seen_by = 1, .symmetry = 6};
  CHECK(items<uint8_t>(volo_observe, &next, &view).size() == 12 * 225);
  view.seen_by = 3;
  refused([&] { items<uint8_t>(volo_observe, &next, &view); }, VOLO_ERROR_ARGUMENT, "seen_by must be 0 to 2");
  view = {.side = -3};
  refused([&] { items<uint8_t>(volo_observe, &next, &view); }, VOLO_ERROR_ARGUMENT, "side");
  uint8_t few[10];
  size_t count;
  call(volo_observe, &next, nullptr, few, 10, &count);
  CHECK(count == planes.size() && std::equal(few, few + 10, planes.begin()));

  call(volo_decision_step, &next, pair[1], &next);
  CHECK(next.chosen == VOLO_NO_MOVE);
  refused([&] { get<volo_decision>(volo_decision_step, &decision, volo_action{1201}); }, VOLO_ERROR_ARGUMENT, "out of range");
  refused([&] { get<volo_decision>(volo_decision_step, &decision, volo_action{30}); }, VOLO_ERROR_MOVE, "pass", "R13");
  decision.chosen = move_of(4, "b2");
  refused([&] { get<volo_decision>(volo_decision_step, &decision, volo_action{30}); }, VOLO_ERROR_MOVE, "kept", "R15");
  const auto images = items<volo_action>(volo_action_images, 4, 6);
  CHECK(images.size() == 1201 && images[30] == 30 && images[0] != 0);
}

void test_games() {
  constexpr size_t COUNT = 130;
  int8_t winner[COUNT], reason[COUNT], again[COUNT];
  int32_t plies[COUNT];
  int64_t legal[COUNT];
  volo_games games{.start = volo::Position(START_4), .seed = 5, .games = COUNT, .threads = 2};
  volo_results results{.winner = winner, .reason = reason, .plies = plies, .legal_moves = legal};
  int calls = 0;
  size_t count;
  call(volo_play_games, &games, &results, nullptr, 0, &count, nullptr, nullptr);
  std::vector<volo_move> moves(count);
  call(volo_play_games, &games, &results, moves.data(), count, &count, never, &calls);
  auto move = moves.begin();
  for (size_t i = 0; i < COUNT; ++i) {
    volo::Game game{volo::Position(games.start)};
    for (int32_t ply = 0; ply < plies[i]; ++ply) game.play(*move++);
    CHECK(game.outcome()->winner == winner[i] && game.outcome()->reason == reason[i] && legal[i] > 0);
  }
  CHECK(move == moves.end() && calls > 0);
  // The games after the first again, by their numbers.
  results = {.winner = again};
  games.first = 1;
  games.games = COUNT - 1;
  const auto play = [&] { call(volo_play_games, &games, &results, nullptr, 0, nullptr, nullptr, nullptr); };
  play();
  CHECK(std::equal(again, again + COUNT - 1, winner + 1));
  games.games = 2;
  games.max_plies = 1;
  play();
  CHECK(again[0] == VOLO_TRUNCATED);
  games.blue = "clever";
  refused(play, VOLO_ERROR_ARGUMENT, "clever");
  games.blue = nullptr;
  games.games = SIZE_MAX;
  refused(play, VOLO_ERROR_ARGUMENT, "winner");
  results.winner = nullptr;
  refused(play, VOLO_ERROR_MEMORY, "memory");
  games.games = 1000000;
  refused([&] { call(volo_play_games, &games, &results, nullptr, 0, nullptr, always, &calls); }, VOLO_ERROR_STOPPED, "stopped");
}

void test_records() {
  const volo::Position start(START_4);
  volo_move moves[] = {move_of(4, "a3"), move_of(4, "d5")};
  const volo_tag tags[] = {{"Orange", "Anna"}, {"Result", "0-1"}};
  const volo_comment comment = {1, "Alas."};
  const volo::GameRecord record(
      get<volo_record *>(volo_record_new, &start, moves, 2, tags, 2, &comment, 1));
  const auto parts = get<volo_record_description>(volo_record_describe, record.get());
  CHECK(parts.start == start && parts.winner == VOLO_BLUE && parts.reason == VOLO_NO_REASON);
  CHECK(parts.moves == 2 && parts.comments == 1 && record.game().moves() == std::vector<volo::Move>(moves, moves + 2));
  std::string all;
  for (size_t i = 0; i < parts.tags; ++i) {
    all += text(volo_record_tag_name, record.get(), i) + '=' + text(volo_record_tag_value, record.get(), i) + ' ';
  }
  CHECK(all.find("Orange=Anna ") != all.npos && all.find("Termination=adjudication ") != all.npos);
  refused([&] { text(volo_record_tag_name, record.get(), parts.tags); }, VOLO_ERROR_ARGUMENT, "no tag");
  size_t ply;
  CHECK(text(volo_record_comment, record.get(), 0, &ply) == "Alas." && ply == 1);

  // A record of the library, one with an illegal move, and one whose tags are incomplete.
  const std::string good = record.to_string();
  CHECK(good.find("1. a3 {Alas.}") != good.npos);
  const std::string file = good + "\n[Event \"?\"]\n[Rules \"standard-4\"]\n\n1. b3 *\n";
  for (bool lenient : {false, true}) {
    volo::GameRecords records(file, {.lenient = lenient});
    CHECK(records.next().to_string() == good);
    const auto length = static_cast<int64_t>(good.size());
    if (lenient) refused([&] { records.next(); }, VOLO_ERROR_RECORD, "ply 1", "R6", length + 38);
    else refused([&] { records.next(); }, VOLO_ERROR_RECORD, "expected a tag Site", "", length + 34);
    CHECK(!lenient || !records.next());
  }
  moves[1] = moves[0];
  const auto made = [&](const volo_move *given, const volo_tag *tag, size_t count) {
    return volo::GameRecord(get<volo_record *>(volo_record_new, &start, given, 2, tag, count, nullptr, 0));
  };
  refused([&] { made(moves, nullptr, 0); }, VOLO_ERROR_RECORD, "ply 2", "R6");
  refused([&] { made(nullptr, nullptr, 0); }, VOLO_ERROR_ARGUMENT, "moves");
  volo_tag unnamed{nullptr, ""};
  refused([&] { made(moves, &unnamed, 1); }, VOLO_ERROR_ARGUMENT, "name");
  // A message quotes 80 characters of a text and writes each of these as \u{202e}, which does not fit, so it is cut.
  std::string name;
  for (int i = 0; i < 80; ++i) name += "\xe2\x80\xae";
  unnamed.name = name.c_str();
  volo_error failure;
  volo_record *none;
  CHECK(volo_record_new(&start, NULL, 0, &unnamed, 1, NULL, 0, &none, &failure) == VOLO_ERROR_RECORD);
  CHECK(std::strlen(failure.message) == VOLO_MESSAGE_SIZE - 1);
  refused([&] { record.to_string("pgn"); }, VOLO_ERROR_ARGUMENT, "volo");
  refused([&] { record.to_string("boardspace"); }, VOLO_ERROR_RECORD, "edge");
  volo_record_free(NULL);
  volo_records_free(NULL);
}

// Reads and writes a format that is not native.
void test_formats() {
  const std::string line = R"({"rules":"standard-4","moves":["a3"],"legal_moves":[9],"winner":null})" "\n";
  const std::string faulty = R"({"rules":"standard-4","moves":["a3","a3"],"legal_moves":[9,9],"winner":null})" "\n";
  const auto length = static_cast<int64_t>(line.size());
  volo::GameRecords records(line + faulty + line);
  CHECK(records.next().to_string("jsonl") == line);
  refused([&] { records.fault(); }, VOLO_ERROR_ARGUMENT, "no fault");
  refused([&] { records.next(); }, VOLO_ERROR_RECORD, "2:37: game 2, ply 2", "R6", length + 36);
  const volo_fault fault = records.fault();
  CHECK(fault.line == 2 && fault.column == 37 && fault.offset == line.size() + 36 && fault.game == 2 && fault.ply == 2);
  CHECK(std::strcmp(fault.ruling, "R6") == 0 && std::strcmp(fault.path, "$.moves[1]") == 0);
  CHECK(std::strcmp(fault.text, "\"a3\"") == 0 && std::strstr(fault.problem, "illegal move a3") != nullptr);
  CHECK(fault.position == volo::Position(START_4).play("a3"));
  CHECK(records.next() && !records.next());
  const auto format = get<volo_records_description>(volo_records_describe, records.get()).format;
  CHECK(std::strcmp(volo_list(VOLO_LIST_FORMATS, static_cast<size_t>(format))->suffix, ".jsonl") == 0);

  refused([&] { volo::GameRecords(line, {.format = "pgn"}); }, VOLO_ERROR_ARGUMENT, "abstract-play");
  volo::GameRecords other("1. e4 e5"), empty("");
  refused([&] { get<volo_records_description>(volo_records_describe, other.get()); }, VOLO_ERROR_RECORD, "unknown", "", 0);
  CHECK(other.fault().line == 1 && !other.next() && !empty.next());
  CHECK(get<volo_records_description>(volo_records_describe, empty.get()).format == -1);
}

// A file that fails on the second call.
struct Failing {
  std::string rest;
  int64_t answer;
  volo_records *records = nullptr;
  int calls = 0;
  int busy = 0;
  size_t piece = rest.size() / 3;

  static int64_t read(void *context, uint8_t *bytes, size_t capacity) {
    auto &own = *static_cast<Failing *>(context);
    volo_record *record;
    own.busy += volo_records_next(own.records, &record, nullptr) == VOLO_ERROR_BUSY && record == nullptr;
    if (++own.calls == 2) return own.answer;
    const size_t length = own.rest.copy(reinterpret_cast<char *>(bytes), std::min(own.piece, capacity));
    own.rest.erase(0, length);
    return static_cast<int64_t>(length);
  }
};

// The errors for what a callback answers, after a third of a file of two games. Then the file is read to its end.
void test_read() {
  const volo::GameRecord record{volo::Game(volo::Position("boardspace"))};
  volo_record *const both[] = {record.get(), record.get()};
  for (const volo_entry &format : volo::list(VOLO_LIST_FORMATS)) {
    const std::string file = text(volo_records_text, both, 2, format.name);
    for (const auto &[answer, code, message] : {
             std::tuple{int64_t{VOLO_READ_FAILED}, VOLO_ERROR_INPUT, "returned -1"},
             {VOLO_READ_STOPPED, VOLO_ERROR_STOPPED, "stopped"},
             {1 << 20, VOLO_ERROR_ARGUMENT, "1048576"},
             {0, VOLO_ERROR_RECORD, "1:"}}) {  // the file ends early
      Failing failing{file, answer};
      volo::GameRecords records(get<volo_records *>(volo_records_open_file, Failing::read, &failing, nullptr));
      failing.records = records.get();
      volo_record *next;
      volo_error error;
      CHECK(volo_records_next(records.get(), &next, &error) == code && std::strstr(error.message, message) != nullptr);
      CHECK(next == nullptr && failing.calls == 2 && (error.offset == -1) == (answer != 0));
      int games = 0;
      while (volo_records_next(records.get(), &next, nullptr) != VOLO_OK || next != nullptr) {
        games += next != nullptr;
        volo_record_free(next);
      }
      CHECK(failing.busy == failing.calls && games < 3);
    }
  }
}

void test_engine() {
  const volo::Game start{volo::Position(START_4)};
  volo::Game game{volo::Position(WON_AT_ONCE)};
  volo::Engine().reset();
  volo::Engine made({.threads = 1, .table_bytes = 1 << 20});
  volo::Engine engine = std::move(made);
  volo_limit limit{.nodes = 1000};
  auto infos = engine.search(game, limit, 3);
  CHECK(infos.size() == 3 && infos[0].win_in == 1 && infos[0].loss_in == -1 && infos[0].expected == 1.0);
  CHECK(std::strcmp(infos[0].score, "win in 1") == 0 && infos[0].nodes <= 1000 && infos[0].length >= 1);
  CHECK(infos[0].seconds == 0 || infos[0].nodes_per_second > 0);
  game.play(infos[0].pv[0]);
  infos = engine.search(game, limit, 3);
  CHECK(infos.size() == 1 && infos[0].length == 0 && infos[0].pv[0] == VOLO_NO_MOVE && infos[0].pv[63] == VOLO_NO_MOVE);
  call(volo_engine_clear, engine.get());
  refused([&] { engine.search(start, limit, 0); }, VOLO_ERROR_ARGUMENT, "at least 1");
  refused([] { volo::Engine({.level = 13}); }, VOLO_ERROR_ARGUMENT, "1 to 12, not 13");
  refused([] { volo::Engine({.table_bytes = UINT64_MAX}); }, VOLO_ERROR_MEMORY, "memory");

  // A search takes a share of the clock of the player to move, and the other limits hold as well.
  limit = {.orange_clock = 1, .blue_clock = 1000000};
  infos = engine.search(start, limit);
  CHECK(infos[0].length > 0 && infos[0].seconds > 0.02 && infos[0].seconds < 1000);
  limit = {.remaining_moves = UINT32_MAX, .blue_clock = 1000000, .orange_inc = 1000000};  // no time is left
  CHECK(engine.search(start, limit)[0].length > 0);
  limit = {.seconds = 0.001, .orange_clock = 1e18};
  engine.search(start, limit);
  refused([&] { engine.search(start, {}); }, VOLO_ERROR_ARGUMENT, "limit");
  limit = {.orange_clock = -0.0};  // no time, while a denormal number is one
  refused([&] { engine.search(start, limit); }, VOLO_ERROR_ARGUMENT, "limit");
  limit = {.orange_clock = 5e-324};
  engine.search(start, limit);
  for (double volo_limit::*time : {&volo_limit::seconds, &volo_limit::orange_clock, &volo_limit::blue_clock,
                                   &volo_limit::orange_inc, &volo_limit::blue_inc}) {
    for (double wrong : {-1e-9, -HUGE_VAL, 1e300, HUGE_VAL, static_cast<double>(NAN)}) {
      limit = {.nodes = 100};
      limit.*time = wrong;
      refused([&] { engine.search(start, limit); }, VOLO_ERROR_ARGUMENT, "seconds");
    }
  }
}

// A generator that throws an exception.
struct Broken : std::mt19937_64 {
  result_type operator()() { throw std::out_of_range("no number"); }
};

void test_callbacks() {
  volo::Engine engine({.table_bytes = 1 << 20});
  const volo::Game game{volo::Position(START_4)};
  volo_limit limit{};
  for (const volo::Stop &stop : {volo::Stop(), volo::Stop([] { return false; })}) {
    call(volo_engine_clear, engine.get());
    std::vector<volo_info> last;
    const auto keep = [&](const std::vector<volo_info> &infos) {
      refused([&] { engine.search(game, limit); }, VOLO_ERROR_BUSY, "in use by another call");
      CHECK(volo_engine_clear(engine.get(), nullptr) == VOLO_ERROR_BUSY && game.position().perft(2, 2) == 81);
      CHECK(infos.size() == 2 && infos[0].expected >= infos[1].expected);
      CHECK(infos[0].depth == (last.empty() ? 1 : last[0].depth + 1));
      last = infos;
      return infos[0].depth == 4;
    };
    limit.depth = 3;
    const auto infos = engine.search(game, limit, 2, keep, stop);
    CHECK(last[0].depth == 3 && last[0].pv[0] == infos[0].pv[0] && std::strcmp(last[0].score, infos[0].score) == 0);
    last.clear();
    limit.depth = 60;
    CHECK(engine.search(game, limit, 2, keep, stop)[0].depth < 60 && last[0].depth == 4);
  }
  limit.depth = 0;
  CHECK(engine.search(game, limit, 1, nullptr, [] { return true; }).size() == 1);
  // Exceptions of callbacks pass the library.
  limit.depth = 2;
  int caught = 0;
  const auto fail = [](const auto &...) -> bool { throw std::out_of_range("stop"); };
  const auto passes = [&](auto function) {
    try {
      function();
    } catch (const std::out_of_range &) {
      ++caught;
    }
  };
  Broken broken;
  passes([&] { engine.search(game, limit, 1, volo::Report(fail)); });
  passes([&] { engine.search(game, limit, 1, nullptr, volo::Stop(fail)); });
  passes([&] { game.position().random_move(broken); });
  CHECK(caught == 3);
  // A callback frees what is in use.
  for (bool in_report : {true, false}) {
    volo::Engine freed({.table_bytes = 1 << 16});
    const auto free = [&](const auto &...) { return freed.reset(), false; };
    limit.depth = 3;
    CHECK(freed.search(game, limit, 1, in_report ? volo::Report(free) : nullptr, in_report ? nullptr : volo::Stop(free))[0].length);
    CHECK(!freed);
  }
  volo_records *records;
  const auto read = [](void *context, uint8_t *bytes, size_t) -> int64_t {
    bytes[0] = '\n';
    return volo_records_free(*static_cast<volo_records **>(context)), 0;
  };
  call(volo_records_open_file, read, &records, nullptr, &records);
  CHECK(get<volo_record *>(volo_records_next, records) == nullptr);
  // The numbers of a generator may all be the same, or come from another draw.
  for (uint64_t number : {uint64_t{0}, uint64_t{1}, UINT64_MAX}) {
    const volo_random constant = [](void *context) { return *static_cast<uint64_t *>(context); };
    CHECK(get<volo_move>(volo_random_move, &game.positions()[0], constant, &number) != VOLO_NO_MOVE);
  }
  const volo_random nested = [](void *context) {
    return uint64_t{volo::Position(START_4).random_move(*static_cast<std::mt19937_64 *>(context))};
  };
  std::mt19937_64 generator(1);
  CHECK(get<volo_move>(volo_random_move, &game.positions()[0], nested, &generator) != VOLO_NO_MOVE);
}

// Each way to pass a pointer refuses NULL by its name.
void test_null() {
  const volo::Position start(START_4);
  const auto is_null = [](auto function, const char *message) { refused(function, VOLO_ERROR_ARGUMENT, message); };
  is_null([] { get<double>(volo_evaluate, nullptr); }, "position is NULL");
  is_null([&] { call(volo_evaluate, &start, nullptr); }, "expected is NULL");
  is_null([] { get<volo_rule_set>(volo_rule_set_parse, nullptr); }, "text is NULL");
  is_null([&] { call(volo_position_text, &start, nullptr, 1, nullptr); }, "text is NULL");
  is_null([&] { call(volo_divide, &start, 1, 1, nullptr, nullptr, nullptr, 1, nullptr); }, "nodes is NULL");
  is_null([&] { call(volo_divide, &start, 1, 1, nullptr, nullptr, nullptr, 0, nullptr); }, "count is NULL");
  is_null([&] { get<volo_move>(volo_random_move, &start, nullptr, nullptr); }, "random is NULL");
  is_null([] { get<volo_record *>(volo_records_next, nullptr); }, "records is NULL");
  is_null([] { get<volo_records *>(volo_records_open_file, nullptr, nullptr, nullptr); }, "read is NULL");
  volo_position pair[2] = {start, start};
  const void *const odd = reinterpret_cast<const char *>(pair) + 1;
  is_null([&] { get<double>(volo_evaluate, static_cast<const volo_position *>(odd)); }, "position is not aligned");
  volo_record *none = nullptr;
  is_null([&] { text(volo_records_text, &none, 1, nullptr); }, "record is NULL");
  CHECK(volo_rule_set_parse("english", nullptr, nullptr) == VOLO_ERROR_ARGUMENT);
}

void test_solver() {
  const volo::Position won(WON_AT_ONCE), start(START_4);
  volo_solve_options options{.table_bytes = 1 << 20};
  const auto solved = volo::solve(won);
  CHECK(solved.value == VOLO_VALUE_WIN && solved.plies == 1 && solved.line.size() == 1);
  won.play(solved.line[0]);
  int32_t plies;
  uint32_t searched;
  int calls = 0;
  const auto lines = items<volo_move>(volo_shortest_win, &won, 5, 0, nullptr, nullptr, &plies, &searched);
  CHECK(plies == 1 && searched == 1 && lines.size() == 6);
  items<volo_move>(volo_shortest_win, &start, 99, 0, always, &calls, &plies, &searched);
  CHECK(plies == -1 && searched < 99);
  CHECK(volo::solve(start, options, [] { return true; }).value == VOLO_VALUE_UNKNOWN);
  options.nodes = 1000;
  const auto unsolved = volo::solve(start, options);
  CHECK(unsolved.value == VOLO_VALUE_UNKNOWN && unsolved.plies == -1 && unsolved.line.empty() && unsolved.nodes == 1000);
}

void test_game() {
  std::mt19937_64 generator(1);
  volo::Game game{volo::Position(START_4)};
  while (!game.outcome()) game.play(game.position().random_move(generator));
  const size_t plies = game.moves().size();
  const volo::Move last = game.moves().back();
  CHECK(game.undo() == last && game.moves().size() == plies - 1 && !game.outcome());
  while (game.undo() != VOLO_NO_MOVE) continue;
  CHECK(game.position().to_string() == START_4 && game.start().to_string() == START_4);
  refused([&] { game.play("b3"); }, VOLO_ERROR_MOVE, "b2", "R6");
  CHECK(game.moves().empty() && game.positions().size() == 1);
  const std::string cut("a3\0x", 4);
  refused([&] { volo::GameRecord(game, {{"Event", cut}}); }, VOLO_ERROR_NOTATION, "zero byte", "", 2);
}

}  // namespace

int main() {
  test_lists();
  test_rules();
  test_spaces();
  test_positions();
  test_moves();
  test_perft();
  test_symmetries();
  test_actions();
  test_games();
  test_records();
  test_formats();
  test_read();
  test_engine();
  test_callbacks();
  test_null();
  test_solver();
  test_game();
}

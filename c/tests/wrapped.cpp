// What volo.hpp adds to volo.h: exceptions, texts, lists, and owners.
#include <cstring>
#include <random>
#include <type_traits>

#include "check.h"
#include "volo.hpp"

static_assert(!std::is_copy_constructible_v<volo::Engine> && std::is_nothrow_move_constructible_v<volo::Engine>);
static_assert(!std::is_copy_constructible_v<volo::GameRecord> && std::is_nothrow_move_constructible_v<volo::GameRecord>);
static_assert(!std::is_copy_constructible_v<volo::GameRecords>);
static_assert(std::is_trivially_copyable_v<volo::Position> && sizeof(volo::Position) == sizeof(volo_position));

namespace {

// The error that a function throws.
template <typename Function>
volo::Error thrown(Function function) {
  try {
    function();
  } catch (const volo::Error &error) {
    return error;
  }
  std::fputs("no error\n", stderr);
  std::abort();
}

void test_errors() {
  const volo::Position start(START_4);
  const auto illegal = thrown([&] { start.play("b3"); });
  CHECK(illegal.code == VOLO_ERROR_MOVE && illegal.ruling == "R6" && !illegal.offset);
  CHECK(illegal.reason == "touches the friendly bird at b2" && std::strstr(illegal.what(), "illegal move b3"));
  const auto malformed = thrown([&] { start.play("c5-N1"); });
  CHECK(malformed.code == VOLO_ERROR_NOTATION && malformed.ruling.empty() && malformed.offset == 3);
  const std::string cut("a3\0x", 4);
  CHECK(thrown([&] { start.play(cut); }).offset == 2 && thrown([&] { volo::Position{cut}; }).offset == 2);
  CHECK(thrown([&] { volo::GameRecord(volo::Game(start), {{"Event", cut}}); }).offset == 2);
  CHECK(thrown([&] { volo::Rules("english"); }).code == VOLO_ERROR_RULES);
  CHECK(thrown([&] { volo::Engine({0, 13, 0, 0}); }).code == VOLO_ERROR_ARGUMENT);
}

void test_positions() {
  const volo::Position start{volo::Rules("standard-4")};
  CHECK(start.to_string() == START_4 && start.turn() == VOLO_ORANGE && !start.outcome() && !start.can_win());
  CHECK(start.legal_moves().size() == 9 && start.perft(2) == 81 && start.perft(2, 2) == 81);
  std::uint64_t sum = 0;
  for (std::uint64_t nodes : start.divide(3)) sum += nodes;
  CHECK(sum == 1290);
  CHECK(volo::Position::from_board(start.board()).to_string() == START_4 && start.board(true) != start.board());
  CHECK(std::abs(volo::evaluate(start)) < 1);
  std::mt19937_64 generator(1);
  volo::Game game(start);
  while (!game.outcome()) game.play(game.position().random_move(generator));
  CHECK(game.position().random_move(generator) == VOLO_NO_MOVE && game.outcome()->reason >= 0);
  const std::size_t plies = game.moves().size();
  const volo_move last = game.moves().back();
  CHECK(game.undo() == last && game.moves().size() == plies - 1 && !game.outcome());
  while (game.undo() != VOLO_NO_MOVE) continue;
  CHECK(game.position().to_string() == START_4);
  CHECK(thrown([&] { game.play("b3"); }).ruling == "R6" && game.moves().empty() && game.positions().size() == 1);
}

void test_lists() {
  std::string names;
  for (const volo_entry &entry : volo::list(VOLO_LIST_DIRECTIONS)) names += entry.name;
  CHECK(names == "ESESWWNWNE" && volo::list(VOLO_LIST_LEVELS).size() == 12 && volo::list(-1).empty());
  CHECK(volo::items<volo_space>(volo_spaces, 8).size() == 162);
  // More than fits at first.
  CHECK(volo::items<volo_action>(volo_action_images, 4, 0).size() == 1201);
}

// A generator that throws an exception.
struct Broken : std::mt19937_64 {
  result_type operator()() { throw std::out_of_range("no number"); }
};

void test_engine() {
  volo::Engine made({1, 0, 1 << 20, 0});
  volo::Engine engine = std::move(made);
  const volo::Game game{volo::Position(START_4)};
  volo_limit limit{};
  limit.depth = 3;
  std::uint32_t depths = 0;
  const auto count = [&](const std::vector<volo_info> &infos) { return infos.size() != 2 || infos[0].depth != ++depths; };
  CHECK(engine.search(game, limit, 2, count).size() == 2 && depths == 3);
  CHECK(engine.search(game, limit, 1, [&](const auto &infos) { return depths = infos[0].depth, true; })[0].length > 0);
  CHECK(depths == 1);
  limit.depth = 0;
  CHECK(engine.search(game, limit, 1, nullptr, [] { return true; }).size() == 1);
  // Exceptions of callbacks pass the library.
  limit.depth = 2;
  for (bool in_report : {true, false}) {
    int caught = 0;
    try {
      const auto fail = [](const auto &...) -> bool { throw std::out_of_range("stop"); };
      engine.search(game, limit, 1, in_report ? volo::Report(fail) : nullptr, in_report ? nullptr : volo::Stop(fail));
    } catch (const std::out_of_range &) {
      ++caught;
    }
    try {
      Broken broken;
      game.position().random_move(broken);
    } catch (const std::out_of_range &) {
      ++caught;
    }
    CHECK(caught == 2);
  }
  CHECK(thrown([&] { engine.search(game, {}); }).code == VOLO_ERROR_ARGUMENT);
  CHECK(thrown([&] { engine.search(game, limit, 0); }).code == VOLO_ERROR_ARGUMENT);
  volo::call(volo_engine_clear, engine.get());
  volo_solve_options options{};
  options.table_bytes = 1 << 20;
  const auto solved = volo::solve(volo::Position("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4"), options);
  CHECK(solved.value == VOLO_VALUE_WIN && solved.line.size() == 1);
  CHECK(volo::solve(game.position(), options, [] { return true; }).value == VOLO_VALUE_UNKNOWN);
}

void test_records() {
  volo::Game game{volo::Position(START_4)};
  game.play("a3");
  game.play("d5");
  const volo::GameRecord record(game, {{"Orange", "Anna"}, {"Result", "0-1"}});
  CHECK(volo::get<volo_record_description>(volo_record_describe, record.get()).winner == VOLO_BLUE &&
        record.game().moves() == game.moves());
  volo::GameRecords records(record.to_string() + "\n" + record.to_string() + "\n[Rules \"standard-4\"]\n\n1. b3 *\n");
  int games = 0, errors = 0;
  for (;;) {
    try {
      const volo::GameRecord next = records.next();
      if (!next) break;
      games += next.to_string() == record.to_string();
    } catch (const volo::Error &error) {
      errors += error.code == VOLO_ERROR_RECORD && records.fault().line >= 1;
    }
  }
  CHECK(games == 2 && errors == 1);
  CHECK(record.to_string("jsonl").find("\"a3\",\"d5\"") != std::string::npos);
  CHECK(thrown([&] { record.to_string("pgn"); }).code == VOLO_ERROR_ARGUMENT);
}

}  // namespace

int main() {
  test_errors();
  test_positions();
  test_lists();
  test_engine();
  test_records();
}

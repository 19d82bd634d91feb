// Positions and moves that the library has not made, threads, forks at any moment, and arrays and texts that are too long.
#include <atomic>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>

#include "check.hpp"

#ifdef __linux__
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

using volo::call, volo::get, volo::items;

namespace {

#ifdef __linux__
// Passes options of any size at the end of a page, with no memory behind them.
template <typename Options, typename Use>
void check_options(const Options &options, Use use) {
  constexpr size_t whole = sizeof options, step = alignof(Options);
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  void *const pages = mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *const end = static_cast<char *>(pages) + page;
  CHECK(pages != MAP_FAILED && mprotect(end, page, PROT_NONE) == 0);
  const auto at = [&](size_t room) { return use(reinterpret_cast<const Options *>(end - room)); };
  const auto code = [&](size_t size, size_t room) {
    std::memset(end - room, 0, room);
    std::memcpy(end - room, &options, std::min(room, whole));
    std::memcpy(end - room, &size, sizeof size);
    return at(room);
  };
  for (size_t size = 2 * step; size <= whole + 16 * step; size += step) CHECK(code(size, size) == VOLO_OK);
  end[-1] = 1;
  CHECK(at(whole + 16 * step) == VOLO_ERROR_ARGUMENT);
  for (size_t size : {size_t{0}, size_t{1}, sizeof(size_t), whole - 1, whole + 1, size_t{4096} + step, SIZE_MAX - step + 1, SIZE_MAX}) {
    CHECK(code(size, whole) == VOLO_ERROR_ARGUMENT);
  }
  munmap(pages, 2 * page);
}

void test_options() {
  const volo::Position start(START_4);
  const volo_games games{.start = start, .games = 1};
  volo::Engine engine({.table_bytes = 1 << 16});
  const auto make = [](const volo_engine_options *options) {
    volo_engine *made = nullptr;
    const int code = volo_engine_new(options, &made, nullptr);
    return volo_engine_free(made), code;
  };
  check_options(volo_engine_options{.threads = 2, .seed = 1}, make);
  const volo_engine_options first{.size = 16, .level = 13};
  CHECK(make(&first) == VOLO_ERROR_ARGUMENT);  // for its level
  check_options(volo_limit{.nodes = 100}, [&](const volo_limit *limit) {
    volo_info info;
    size_t count;
    const auto stop = [](void *) { return 1; };
    return volo_engine_search(engine.get(), &start, nullptr, 0, limit, stop, nullptr, nullptr, &info, 1, &count, nullptr);
  });
  check_options(volo_results{}, [&](const volo_results *results) {
    return volo_play_games(&games, results, nullptr, 0, nullptr, nullptr, nullptr, nullptr);
  });
}
#endif

// In a forked process, the allocator of the sanitizer may wait for a lock that another thread had, and the sanitizer needs
// more memory than a limit would allow.
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
// What a process computes at the first use, and threads.
void first_calls() {
  const volo_limit limit{.nodes = 100};
  for (int edge = 4; edge <= 8; ++edge) get<size_t>(volo_action_count, edge);
  volo::Position().perft(1, 2);
  volo::Engine({.threads = 2, .table_bytes = 1 << 16}).search(volo::Game(), limit);
}

bool ends_well(pid_t child) {
  int status;
  return waitpid(child, &status, 0) == child && status == 0;
}

// A process that is forked while another thread uses the library for the first time can use it, too.
void test_forks() {
  for (int moment = 0; moment < 60; ++moment) {
    const pid_t parent = fork();
    CHECK(parent >= 0);
    if (parent > 0) {
      CHECK(ends_well(parent));
      continue;
    }
    std::thread thread(first_calls);
    std::this_thread::sleep_for(std::chrono::microseconds(50 * moment));
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      alarm(20);
      first_calls();
      _exit(0);
    }
    CHECK(ends_well(child));
    thread.join();
    _exit(0);
  }
}

// Each call with a handle that other threads use at once succeeds, or returns VOLO_ERROR_BUSY.
void test_threads() {
  const volo::Position start(START_4);
  const volo_limit limit{.nodes = 100};
  volo::Game game(start);
  game.play("a3");
  const volo::GameRecord record(game);
  const std::vector<volo_record *> all(300, record.get());
  volo::Engine engine({.table_bytes = 1 << 16});
  volo::GameRecords records(volo::text(volo_records_text, all.data(), all.size(), nullptr));
  std::atomic<int> searches = 0, games = 0;
  const auto use = [&] {
    for (int round = 0; round < 200; ++round) {
      volo_info info;
      size_t count;
      int code = volo_engine_search(engine.get(), &start, nullptr, 0, &limit, nullptr, nullptr, nullptr, &info, 1, &count, nullptr);
      CHECK(code == VOLO_OK || code == VOLO_ERROR_BUSY);
      searches += code == VOLO_OK && info.length > 0;
      volo_record *next = nullptr;
      code = volo_records_next(records.get(), &next, nullptr);
      CHECK(code == VOLO_OK || code == VOLO_ERROR_BUSY);
      games += next != nullptr;
      volo_record_free(next);
      CHECK(record.game().moves() == game.moves() && start.perft(2, 2) == 81 && start.to_string() == START_4);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(use);
  for (std::thread &thread : threads) thread.join();
  CHECK(searches > 0 && games > 0 && games <= 300);
}

// Allows this number of bytes more than are in use; 0 for any number.
void limit_memory(size_t more) {
  rlimit limit;
  unsigned long pages;
  FILE *file = std::fopen("/proc/self/statm", "r");
  CHECK(file != nullptr && std::fscanf(file, "%lu", &pages) == 1);
  std::fclose(file);
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = more == 0 ? limit.rlim_max : pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + more;
  CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
}

// An array or a text of any size is an error, and takes no memory that there is not.
void test_sizes() {
  const volo::Position start(START_4);
  const std::vector<volo_move> moves(8000000, move_of(4, "a3"));
  const std::vector<volo_position> earlier(400000, start);
  std::string text(40000000, 'o');
  const volo_tag tag{"Event", text.c_str()};
  const volo_comment comment{0, text.c_str()};
  const volo_limit limit{.nodes = 100};
  const volo_solve_options solving{.table_bytes = 1 << 30};
  volo::Engine engine({.table_bytes = 1 << 16});
  const volo_games games{.start = start, .games = 1 << 30};
  const volo_results results;
  volo_info info;
  volo_record *record;
  size_t count;
  engine.search(volo::Game(start), limit);
  const auto new_record = [&](size_t plies, size_t tags, size_t comments) {
    call(volo_record_new, &start, moves.data(), plies, &tag, tags, &comment, comments, &record);
  };
  refused([&] { new_record(moves.size(), 0, 0); }, VOLO_ERROR_RECORD, "ply 2", "R6");
  refused([&] { new_record(0, 1, 0); }, VOLO_ERROR_RECORD, "bytes");
  refused([&] { new_record(0, 0, 1); }, VOLO_ERROR_RECORD, "bytes");

  limit_memory(8000000);
  const auto lacks = [](auto function, const char *what) { refused(function, VOLO_ERROR_MEMORY, what); };
  lacks([&] { new_record(moves.size(), 0, 0); }, "record");
  lacks([&] { call(volo_engine_search, engine.get(), &start, earlier.data(), earlier.size(), &limit, nullptr, nullptr, nullptr,
                   &info, 1, &count); }, "earlier positions");
  lacks([&] { volo::GameRecords{text}; }, "text");
  lacks([&] { volo::Engine({.table_bytes = 1 << 30}); }, "table");
  lacks([&] { volo::solve(start, solving); }, "memory");
  lacks([&] { call(volo_play_games, &games, &results, nullptr, 0, nullptr, nullptr, nullptr); }, "results");
  text[1] = '/';  // not the name of a rule set
  volo_position position;
  volo_rule_set rules;
  volo_move move;
  CHECK(volo_position_parse(text.c_str(), &position, nullptr) == VOLO_ERROR_NOTATION);
  CHECK(volo_position_from_board(text.c_str(), nullptr, -1, -1, &position, nullptr) == VOLO_ERROR_NOTATION);
  CHECK(volo_rule_set_parse(text.c_str(), &rules, nullptr) == VOLO_ERROR_RULES);
  CHECK(volo_parse_legal_move(&start, text.c_str(), &move, nullptr) == VOLO_ERROR_NOTATION);
  text[10000000] = 0;
  lacks([&] { new_record(0, 0, 1); }, "record");
  limit_memory(0);
  new_record(0, 0, 1);
  // A text is written without a copy.
  limit_memory(8000000);
  size_t ply;
  call(volo_record_comment, record, 0, &ply, nullptr, 0, &count);
  CHECK(ply == 0 && count == 10000000);
  limit_memory(0);
  volo_record_free(record);
}
#endif

// Bytes that this process has not made are checked, and a changed position is refused or read as another one.
void test_positions() {
  const volo::Position start(START_4);
  std::mt19937_64 generator(1);
  volo_position bad = start;
  for (size_t word = 0; word < std::size(bad.words); ++word) {
    for (uint64_t bit = 1; bit != 0; bit <<= 1) {
      bad.words[word] = start.words[word] ^ bit;
      try {
        const volo::Position position(bad);
        const auto moves = position.legal_moves();
        if (!moves.empty()) position.play(moves.back());
        CHECK(std::abs(volo::evaluate(position)) <= 1 && (position.random_move(generator) == VOLO_NO_MOVE) == moves.empty());
        position.can_win();
      } catch (const volo::Error &error) {
        CHECK(error.code == VOLO_ERROR_POSITION && word < 9);
      }
    }
    bad = start;
  }
  const auto is_bad = [&] { refused([&] { volo::Position(bad).legal_moves(); }, VOLO_ERROR_POSITION, "not those of a position"); };
  for (int i = 0; i < 2000; ++i) {
    for (uint64_t &word : bad.words) word = i % 2 ? generator() : generator() & generator();
    is_bad();
  }
  bad = {};
  is_bad();
  // Without its seal, a position is read as one from another process.
  bad = start;
  bad.words[9] = bad.words[10] = 2;
  CHECK(volo::Position(bad).to_string() == START_4);
}

// Any number is refused, or is a move that all functions accept.
void test_moves() {
  const volo::Position start;
  auto decision = get<volo_decision>(volo_decision_start, &start);
  std::mt19937_64 generator(1);
  int accepted = 0;
  for (int i = 0; i < 100000; ++i) {
    auto move = static_cast<volo_move>(generator());
    if (i % 2) move = (move & 0x1fffffff) | 0x60000000;  // on the standard sky
    const auto action = static_cast<volo_action>(generator());
    volo_decision after;
    volo_position next;
    int code = volo_decision_step(&decision, action, &after, nullptr);
    CHECK(code == VOLO_OK || code == VOLO_ERROR_MOVE || code == VOLO_ERROR_ARGUMENT);
    decision.chosen = move;
    CHECK(volo_decision_step(&decision, action, &after, nullptr) != VOLO_OK);
    decision.chosen = VOLO_NO_MOVE;
    volo_move_description parts;
    if (volo_move_describe(move, &parts, nullptr) != VOLO_OK) {
      CHECK(volo_play(&start, move, &next, nullptr) == VOLO_ERROR_ARGUMENT);
      continue;
    }
    ++accepted;
    CHECK(move_of(parts.edge, volo::Move(move).to_string()) == move);
    get<volo_move>(volo_move_transform, move, 7);
    volo_action actions[2];
    size_t count;
    code = volo_move_actions(move, actions, 2, &count, nullptr);
    CHECK(code == VOLO_OK || code == VOLO_ERROR_MOVE);
    if (parts.edge != 7) continue;
    CHECK(volo_play(&start, move, &next, nullptr) == (start.is_legal(move) ? VOLO_OK : VOLO_ERROR_MOVE));
  }
  CHECK(accepted > 100);
}

}  // namespace

int main() {
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
  test_forks();  // before any other call
  test_sizes();
  test_threads();
#endif
#ifdef __linux__
  test_options();
#endif
  test_positions();
  test_moves();
}

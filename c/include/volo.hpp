// volo.hpp: volo.h for C++17, with texts, lists, errors as exceptions, and owners of memory. It needs exceptions.
//
// Rules, positions, moves and games are values. Engine, GameRecord and GameRecords own what the library makes, and can only
// be moved. The names are those of Rust and Python; volo.h describes what is behind them, and which calls may run at once.
// A function of volo.h that has no wrapper here is called with volo::call, volo::get, volo::text or volo::items.
#ifndef VOLO_HPP
#define VOLO_HPP

#include <algorithm>
#include <exception>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "volo.h"

namespace volo {

// Why a function failed. `what()` is a message for a developer.
struct Error : std::runtime_error {
  explicit Error(const volo_error &error)
      : std::runtime_error(error.message), code(error.code), ruling(error.ruling), reason(error.reason) {
    if (error.offset >= 0) offset = static_cast<uint64_t>(error.offset);
  }
  int code;                             // VOLO_ERROR_...
  std::string ruling;                   // the ruling that a move breaks, such as "R6"; otherwise empty
  std::string reason;                   // what is wrong, in words
  std::optional<uint64_t> offset;  // the number of bytes before the error in the text
};

// Calls a function of volo.h with all of its arguments but the last one, which is the place of the error.
template <typename... Parameters, typename... Arguments>
void call(int (*function)(Parameters...), Arguments... arguments) {
  volo_error error;
  if (function(arguments..., &error) != VOLO_OK) throw Error(error);
}

// The result that a function writes to its last parameter before the error.
template <typename Result, typename Function, typename... Arguments>
Result get(Function function, Arguments... arguments) {
  Result result;
  call(function, arguments..., &result);
  return result;
}

// The items that a function writes to an array, whose capacity and count are its last parameters before the error.
template <typename Item, typename Function, typename... Arguments>
std::vector<Item> items(Function function, Arguments... arguments) {
  std::vector<Item> found(256);
  for (size_t count;; found.resize(count)) {
    call(function, arguments..., found.data(), found.size(), &count);
    if (count <= found.size()) return found.resize(count), found;
  }
}

// The text that a function writes.
template <typename Function, typename... Arguments>
std::string text(Function function, Arguments... arguments) {
  std::string written(300, '\0');
  for (size_t length;; written.resize(length)) {
    call(function, arguments..., written.data(), written.size() + 1, &length);
    if (length <= written.size()) return written.resize(length), written;
  }
}

// A text for a function of volo.h, which would take one with a zero byte for a shorter one.
inline const char *c_text(const std::string &text) {
  const size_t end = text.find('\0');
  if (end == text.npos) return text.c_str();
  throw Error({VOLO_ERROR_NOTATION, "", static_cast<int64_t>(end), "the text has a zero byte", "a zero byte"});
}

// The entries of a list, such as VOLO_LIST_LEVELS, each with its name.
inline std::vector<volo_entry> list(int number) {
  std::vector<volo_entry> entries;
  while (const volo_entry *entry = volo_list(number, entries.size())) entries.push_back(*entry);
  return entries;
}

// Functions of the caller. They return true to stop the work.
using Stop = std::function<bool()>;
using Report = std::function<bool(const std::vector<volo_info> &)>;

// Functions of the caller behind callbacks of the library, and what one of them has thrown.
struct Callbacks {
  const Stop &stop;
  const Report &report;
  std::exception_ptr thrown = nullptr;

  template <typename Function, typename Result>
  Result guard(Function &&function, Result otherwise) noexcept {
    try {
      return function();
    } catch (...) {
      thrown = std::current_exception();
      return otherwise;
    }
  }
  static int ask(void *context) {
    auto &own = *static_cast<Callbacks *>(context);
    return own.guard(own.stop, true);
  }
  static int tell(void *context, const volo_info *infos, size_t count) {
    auto &own = *static_cast<Callbacks *>(context);
    return own.guard([&] { return own.report({infos, infos + count}); }, true);
  }
  void rethrow() const {
    if (thrown) std::rethrow_exception(thrown);
  }
};

struct Rules : volo_rule_set {
  Rules(const volo_rule_set &rules) : volo_rule_set(rules) {}
  explicit Rules(const std::string &text = "standard") : Rules(get<volo_rule_set>(volo_rule_set_parse, c_text(text))) {}
  std::string to_string() const { return text(volo_rule_set_text, this); }
};

// A move, which converts to and from its number in volo.h. Two moves are equal if their numbers are.
struct Move {
  Move(volo_move number = VOLO_NO_MOVE) : number(number) {}
  operator volo_move() const { return number; }
  std::string to_string() const { return text(volo_move_text, number); }
  volo_move_description describe() const { return get<volo_move_description>(volo_move_describe, number); }
  friend std::ostream &operator<<(std::ostream &stream, Move move) { return stream << move.to_string(); }
  volo_move number;
};

struct Position : volo_position {
  Position(const volo_position &position) : volo_position(position) {}
  explicit Position(const Rules &rules = Rules()) : Position(get<volo_position>(volo_position_start, &rules)) {}
  explicit Position(const std::string &text) : Position(get<volo_position>(volo_position_parse, c_text(text))) {}
  static Position from_board(const std::string &text) {
    return get<volo_position>(volo_position_from_board, c_text(text), nullptr, -1, -1);
  }
  std::string to_string() const { return text(volo_position_text, this); }
  std::string board(bool unicode = false) const { return text(volo_position_board, this, unicode); }
  volo_description describe() const { return get<volo_description>(volo_position_describe, this); }
  int turn() const { return describe().turn; }
  std::vector<Move> legal_moves() const {
    const auto numbers = items<volo_move>(volo_legal_moves, this);
    return {numbers.begin(), numbers.end()};
  }
  bool is_legal(Move move) const { return get<int32_t>(volo_is_legal, this, move); }
  bool can_win() const { return get<int32_t>(volo_can_win, this); }
  Move parse_move(const std::string &text) const { return get<volo_move>(volo_parse_legal_move, this, c_text(text)); }
  Position play(Move move) const { return get<volo_position>(volo_play, this, move); }
  Position play(const std::string &move) const { return play(parse_move(move)); }
  std::optional<volo_outcome> outcome() const {
    const auto outcome = get<volo_outcome>(volo_position_outcome, this);
    return outcome.winner == VOLO_ONGOING ? std::nullopt : std::optional(outcome);
  }
  uint64_t perft(uint32_t depth, uint32_t threads = 1) const {
    return get<uint64_t>(volo_perft, this, depth, threads, nullptr, nullptr);
  }
  // The number of sequences that begin with each legal move.
  std::vector<uint64_t> divide(uint32_t depth, uint32_t threads = 1) const {
    return items<uint64_t>(volo_divide, this, depth, threads, nullptr, nullptr);
  }
  // Draws a legal move with a generator of 64 bits, such as std::mt19937_64. It is VOLO_NO_MOVE if the game is over.
  template <typename Generator>
  Move random_move(Generator &generator) const {
    static_assert(Generator::min() == 0 && Generator::max() == std::numeric_limits<uint64_t>::max());
    struct Source : Callbacks { Generator &generator; } source{{nullptr, nullptr}, generator};
    const auto next = [](void *context) -> uint64_t {
      auto &own = *static_cast<Source *>(context);
      return own.guard([&] { return uint64_t{own.generator()}; }, uint64_t{0});
    };
    const Move move = get<volo_move>(volo_random_move, this, volo_random{next}, &source);
    source.rethrow();
    return move;
  }
  // Only positions of one process can be compared.
  friend bool operator==(const Position &one, const Position &other) {
    return std::equal(std::begin(one.words), std::end(one.words), other.words);
  }
  friend bool operator!=(const Position &one, const Position &other) { return !(one == other); }
  friend std::ostream &operator<<(std::ostream &stream, const Position &position) { return stream << position.to_string(); }
};

// The expected result for the player to move, without a search.
inline double evaluate(const Position &position) { return get<double>(volo_evaluate, &position); }

// A position, and the moves that led to it.
class Game {
 public:
  explicit Game(const Position &start = Position()) : positions_{start} {}
  Position start() const { return positions_.front(); }
  Position position() const { return positions_.back(); }
  const std::vector<volo_position> &positions() const { return positions_; }
  const std::vector<Move> &moves() const { return moves_; }
  std::optional<volo_outcome> outcome() const { return position().outcome(); }
  void play(Move move) {
    const Position next = position().play(move);
    moves_.push_back(get<volo_move>(volo_normalize, &positions_.back(), move));
    positions_.push_back(next);
  }
  void play(const std::string &move) { play(position().parse_move(move)); }
  // Takes back the last move, and returns it; VOLO_NO_MOVE at the start.
  Move undo() {
    if (moves_.empty()) return {};
    const Move undone = moves_.back();
    return moves_.pop_back(), positions_.pop_back(), undone;
  }

 private:
  std::vector<volo_position> positions_;
  std::vector<Move> moves_;
};

// Frees what the library has made. Its owners give it to functions of volo.h with `get()`.
struct Free {
  void operator()(volo_engine *engine) const { volo_engine_free(engine); }
  void operator()(volo_record *record) const { volo_record_free(record); }
  void operator()(volo_records *records) const { volo_records_free(records); }
};

struct Engine : std::unique_ptr<volo_engine, Free> {
  using unique_ptr::unique_ptr;
  explicit Engine(const volo_engine_options &options = {})
      : unique_ptr(volo::get<volo_engine *>(volo_engine_new, &options)) {}
  // The best moves of the last position of a game, as many as `lines`, the best one first.
  std::vector<volo_info> search(const Game &game, const volo_limit &limit, size_t lines = 1,
                                const Report &report = nullptr, const Stop &stop = nullptr) {
    const auto &positions = game.positions();
    std::vector<volo_info> infos(lines);
    Callbacks callbacks{stop, report};
    call(volo_engine_search, get(), &positions.back(), positions.data(), positions.size() - 1, &limit,
         stop ? callbacks.ask : nullptr, report ? callbacks.tell : nullptr, &callbacks, infos.data(), lines, &lines);
    callbacks.rethrow();
    return infos.resize(lines), infos;
  }
};

struct Solution : volo_solution {
  std::vector<volo_move> line;
};

inline Solution solve(const Position &position, const volo_solve_options &options = {}, const Stop &stop = nullptr) {
  Solution solution{};
  Callbacks callbacks{stop, nullptr};
  solution.line = items<volo_move>(volo_solve, &position, &options, stop ? callbacks.ask : nullptr, &callbacks, &solution);
  callbacks.rethrow();
  return solution;
}

// A game with its tags, comments and result.
struct GameRecord : std::unique_ptr<volo_record, Free> {
  using unique_ptr::unique_ptr;
  explicit GameRecord(const Game &game, const std::vector<std::pair<std::string, std::string>> &tags = {}) {
    std::vector<volo_tag> given;
    for (const auto &[name, value] : tags) given.push_back({c_text(name), c_text(value)});
    const std::vector<volo_move> moves(game.moves().begin(), game.moves().end());
    reset(volo::get<volo_record *>(volo_record_new, game.positions().data(), moves.data(), moves.size(),
                                   given.data(), given.size(), nullptr, size_t{0}));
  }
  Game game() const {
    Game played(volo::get<volo_record_description>(volo_record_describe, get()).start);
    for (volo_move move : items<volo_move>(volo_record_moves, get())) played.play(move);
    return played;
  }
  // The text in a format: a name of VOLO_LIST_FORMATS.
  std::string to_string(const std::string &format = "volo") const {
    volo_record *const record = get();
    return text(volo_records_text, &record, size_t{1}, c_text(format));
  }
};

// The games of a text in any format, one after the other.
struct GameRecords : std::unique_ptr<volo_records, Free> {
  using unique_ptr::unique_ptr;
  explicit GameRecords(std::string_view text, const volo_read_options &options = {})
      : unique_ptr(volo::get<volo_records *>(volo_records_open, text.data(), text.size(), &options)) {}
  // The next game, or one that is empty at the end. After an Error with the code VOLO_ERROR_RECORD, the next call goes on.
  GameRecord next() { return GameRecord(volo::get<volo_record *>(volo_records_next, get())); }
  volo_fault fault() const { return volo::get<volo_fault>(volo_records_fault, get()); }
};

}  // namespace volo

template <>
struct std::hash<volo::Move> : std::hash<volo_move> {};

template <>
struct std::hash<volo::Position> {
  size_t operator()(const volo::Position &position) const noexcept {
    uint64_t hash = 0;
    for (const uint64_t word : position.words) hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    return static_cast<size_t>(hash ^ hash >> 32);
  }
};

#endif  // VOLO_HPP

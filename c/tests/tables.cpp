// The tables in tests/data, which run.py writes as lines of fields. Each field is written in hexadecimal digits.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "check.hpp"

using volo::call, volo::get, volo::items;

namespace {

using Fields = std::vector<std::string>;

Fields fields_of(const std::string &line) {
  Fields fields;
  std::istringstream columns(line);
  for (std::string column; std::getline(columns, column, '\t');) {
    std::string &field = fields.emplace_back();
    for (size_t i = 0; i < column.size(); i += 2) {
      field += static_cast<char>(std::stoi(column.substr(i, 2), nullptr, 16));
    }
  }
  fields.resize(std::max<size_t>(fields.size(), 4));
  return fields;
}

// Any text is read as a position, which is written back and whose moves can be played, or is an error at a place of it.
void check_text(const std::string &text, bool is_board) {
  volo_position read;
  volo_error error;
  const int code = is_board ? volo_position_from_board(text.c_str(), nullptr, -1, -1, &read, &error)
                            : volo_position_parse(text.c_str(), &read, &error);
  if (code == VOLO_OK) {
    const volo::Position position(read);
    const volo_description parts = position.describe();
    CHECK(position == volo::Position(position.to_string()));
    CHECK(position == get<volo_position>(volo_position_build, &parts));
    const auto moves = position.legal_moves();
    const auto answers = position.divide(2);
    CHECK(moves.size() == answers.size());
    for (size_t i = 0; i < moves.size(); ++i) {
      CHECK(position.parse_move(moves[i].to_string()) == moves[i] && position.play(moves[i]).perft(1) == answers[i]);
    }
    return;
  }
  CHECK(code == error.code && code >= VOLO_ERROR_NOTATION && code <= VOLO_ERROR_POSITION && error.message[0] != 0);
  CHECK(error.offset <= static_cast<int64_t>(text.size()) && (code == VOLO_ERROR_NOTATION) == (error.offset >= 0));
}

// The words of a position and its key, which never change.
void check_promise(const std::string &fen, const std::string &words) {
  const volo::Position position(fen);
  std::istringstream numbers(words);
  std::string word;
  for (int i = 0; i < 10; ++i) {
    numbers >> word;
    CHECK(position.words[i] == std::stoull(word, nullptr, 16));
  }
}

// The code of a move and the numbers of its actions, which never change.
void check_numbers(const std::string &fen, const std::string &text, const std::string &numbers) {
  const volo_move move = move_of(volo::Position(fen).describe().rules.edge, text);
  std::string found = std::to_string(move);
  for (volo_action action : items<volo_action>(volo_move_actions, move)) found += ' ' + std::to_string(action);
  CHECK(found == numbers);
}

// Any bytes are read as moves for the first position, or are errors.
void check_move(const std::string &text) {
  const volo::Position start;
  volo_move move;
  volo_error error;
  const int code = volo_parse_legal_move(&start, text.c_str(), &move, &error);
  CHECK(code == VOLO_OK || code == VOLO_ERROR_NOTATION || (code == VOLO_ERROR_MOVE && error.ruling[0] == 'R'));
}

struct Pieces {
  std::string_view rest;
  size_t piece;

  static int64_t read(void *context, uint8_t *bytes, size_t capacity) {
    auto &own = *static_cast<Pieces *>(context);
    const size_t length = own.rest.copy(reinterpret_cast<char *>(bytes), std::min(own.piece, capacity));
    own.rest.remove_prefix(length);
    return static_cast<int64_t>(length);
  }
};

// Any bytes are read as records, or are errors at a place of the file. In small pieces they are the same.
void check_records(const std::string &bytes, const char *format, bool lenient) {
  const volo_read_options options{.format = format, .lenient = lenient};
  Pieces pieces{bytes, 1 + bytes.size() % 7};
  volo::GameRecords records(bytes, options);
  volo::GameRecords piecemeal(get<volo_records *>(volo_records_open_file, Pieces::read, &pieces, &options));
  for (;;) {
    volo_record *record, *other;
    volo_error error, other_error;
    const int code = volo_records_next(records.get(), &record, &error);
    CHECK(volo_records_next(piecemeal.get(), &other, &other_error) == code);
    if (code != VOLO_OK) {
      const volo_fault fault = records.fault();
      CHECK(code == VOLO_ERROR_RECORD && error.offset >= 0 && error.offset <= static_cast<int64_t>(bytes.size()));
      CHECK(error.offset == other_error.offset && std::strcmp(error.message, other_error.message) == 0);
      CHECK(fault.offset == static_cast<uint64_t>(error.offset) && std::strcmp(fault.ruling, error.ruling) == 0);
      CHECK(fault.line > 0 && fault.column > 0 && fault.game > 0 && fault.problem[0] != 0);
      continue;
    }
    const volo::GameRecord one(record), two(other);
    if (!one && !two) return;
    CHECK(one.to_string() == two.to_string() && one.game().moves() == two.game().moves());
  }
}

void check(const Fields &fields) {
  const std::string &kind = fields[0], &text = fields[1];
  if (kind == "position" || kind == "board") check_text(text, kind == "board");
  else if (kind == "promise") check_promise(text, fields[2]);
  else if (kind == "numbers") check_numbers(text, fields[2], fields[3]);
  else if (kind == "move") check_move(text);
  else {
    CHECK(kind == "record");
    for (bool lenient : {false, true}) {
      check_records(text, nullptr, lenient);
      for (const volo_entry &format : volo::list(VOLO_LIST_FORMATS)) check_records(text, format.name, lenient);
    }
  }
}

}  // namespace

int main(int, char **arguments) {
  std::ifstream table(arguments[1]);
  int lines = 0;
  for (std::string line; std::getline(table, line); ++lines) check(fields_of(line));
  CHECK(lines > 500);
}

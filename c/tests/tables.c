/* The tables in tests/data, which run.py writes as lines of fields. Each field is written in hexadecimal digits. */
#include "check.h"

#define MOST_FIELDS 4

static char *fields[MOST_FIELDS];
static size_t lengths[MOST_FIELDS];

static int digit(int c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

/* Reads the fields of the next line in place. Returns their number, and 0 at the end. */
static int next_line(char **rest) {
  int count = 0;
  char *read = *rest, *write, end;
  if (*read == 0) return 0;
  do {
    CHECK(count < MOST_FIELDS);
    write = fields[count] = read;
    while (*read != '\t' && *read != '\n') {
      *write++ = (char)(digit(read[0]) * 16 + digit(read[1]));
      read += 2;
    }
    lengths[count] = (size_t)(write - fields[count]);
    ++count;
    end = *read++;
    *write = 0;
  } while (end == '\t');
  *rest = read;
  return count;
}

/* A position that is read is written back, and its moves can be played. */
static void check_position(const volo_position *position) {
  char text[300];
  volo_position again, next;
  volo_move moves[2000];
  volo_description parts;
  size_t count, i;
  OK(volo_position_text(position, text, sizeof text, NULL, error));
  OK(volo_position_parse(text, &again, error));
  CHECK(memcmp(position, &again, sizeof again) == 0);
  OK(volo_position_describe(position, &parts, error));
  OK(volo_position_build(&parts, &again, error));
  CHECK(memcmp(position, &again, sizeof again) == 0);
  OK(volo_legal_moves(position, moves, 2000, &count, error));
  for (i = 0; i < count; i += 1 + count / 8) OK(volo_play(position, moves[i], &next, error));
}

/* Any text is read as a position, or is an error at a place of the text. */
static void check_text(int board) {
  volo_position position;
  volo_error error;
  int code = board ? volo_position_from_board(fields[1], NULL, -1, -1, &position, &error)
                   : volo_position_parse(fields[1], &position, &error);
  if (code == VOLO_OK) {
    check_position(&position);
    return;
  }
  CHECK(code == error.code && code >= VOLO_ERROR_NOTATION && code <= VOLO_ERROR_POSITION);
  CHECK(error.offset <= (int64_t)strlen(fields[1]));
  CHECK((code == VOLO_ERROR_NOTATION) == (error.offset >= 0));
  CHECK(error.message[0] != 0);
}

static void check_invalid(void) {
  volo_position position;
  volo_error error;
  static const char *const names[] = {"", "", "notation", "rules", "position"};
  int code = volo_position_parse(fields[1], &position, &error);
  CHECK(code >= VOLO_ERROR_NOTATION && code <= VOLO_ERROR_POSITION);
  CHECK(strcmp(names[code], fields[2]) == 0);
  if (fields[3][0] != 0) CHECK(error.offset == atoi(fields[3]));
}

/* The words of a position and its key, which never change. */
static void check_promise(void) {
  volo_position position;
  char *numbers = fields[2];
  int i;
  OK(volo_position_parse(fields[1], &position, error));
  for (i = 0; i < 10; ++i) CHECK(position.words[i] == strtoull(numbers, &numbers, 16));
}

/* The code of a move and the numbers of its actions, which never change. */
static void check_numbers(void) {
  volo_position position;
  volo_description parts;
  volo_move mv;
  volo_action actions[2];
  size_t count, i;
  char *numbers = fields[3];
  OK(volo_position_parse(fields[1], &position, error));
  OK(volo_position_describe(&position, &parts, error));
  OK(volo_move_parse(parts.rules.edge, fields[2], &mv, error));
  CHECK(mv == strtoul(numbers, &numbers, 10));
  OK(volo_move_actions(mv, actions, 2, &count, error));
  for (i = 0; i < count; ++i) CHECK(actions[i] == strtoul(numbers, &numbers, 10));
  CHECK(*numbers == 0);
}

/* Any bytes are read as moves for the first position, or are errors. */
static void check_move(void) {
  volo_position start;
  volo_move mv;
  volo_error error;
  int code;
  OK(volo_position_start(NULL, &start, error));
  code = volo_parse_legal_move(&start, fields[1], &mv, &error);
  CHECK(code == VOLO_OK || code == VOLO_ERROR_NOTATION || code == VOLO_ERROR_MOVE);
  CHECK(code != VOLO_ERROR_MOVE || error.ruling[0] == 'R');
}

/* The text of a record in a format, or NULL if it cannot be written in it. */
static char *text_of(volo_record *record, const char *format) {
  size_t length;
  char *text;
  if (volo_records_text(&record, 1, format, NULL, 0, &length, NULL) == VOLO_ERROR_RECORD) return NULL;
  text = NEW(char, length + 1);
  OK(volo_records_text(&record, 1, format, text, length + 1, NULL, error));
  CHECK(strlen(text) == length);
  return text;
}

static void check_same_game(const volo_record *record, const volo_record *other) {
  volo_record_description parts, others;
  volo_move *moves;
  size_t count;
  OK(volo_record_describe(record, &parts, error));
  OK(volo_record_describe(other, &others, error));
  CHECK(parts.winner == others.winner && parts.reason == others.reason && parts.moves == others.moves);
  moves = NEW(volo_move, 2 * parts.moves);
  OK(volo_record_moves(record, moves, parts.moves, &count, error));
  OK(volo_record_moves(other, moves + parts.moves, parts.moves, &count, error));
  CHECK(count == parts.moves && memcmp(moves, moves + count, count * sizeof *moves) == 0);
  free(moves);
}

/* A record is written in each format that can have it, and read again. */
static void check_written(volo_record *record) {
  const volo_entry *format;
  volo_records *file;
  volo_record *again, *end;
  volo_records_description description;
  char *text, *same;
  int number, written = 0;
  for (number = 0; (format = volo_list(VOLO_LIST_FORMATS, (size_t)number)) != NULL; ++number) {
    text = text_of(record, format->name);
    if (text == NULL) continue;
    ++written;
    OK(volo_records_open(text, strlen(text), NULL, &file, error));
    OK(volo_records_describe(file, &description, error));
    CHECK(description.format == number);
    OK(volo_records_next(file, &again, error));
    check_same_game(record, again);
    OK(volo_records_next(file, &end, error));
    CHECK(end == NULL);
    same = text_of(again, format->name);
    CHECK(strcmp(same, text) == 0);
    volo_record_free(again);
    volo_records_free(file);
    free(same);
    free(text);
  }
  CHECK(written > 0);
}

/* Any bytes are read as records, or are errors at a place of the file. In small pieces they are the same. */
static void check_records_as(const char *format, int lenient) {
  volo_read_options options;
  volo_records *records, *piecemeal;
  volo_record *record, *same;
  volo_error error, same_error;
  volo_fault fault;
  int code;
  struct pieces pieces;
  pieces.text = fields[1];
  pieces.length = lengths[1];
  pieces.piece = 1 + lengths[1] % 7;
  memset(&options, 0, sizeof options);
  options.format = format;
  options.lenient = lenient;
  OK(volo_records_open(fields[1], lengths[1], &options, &records, error));
  OK(volo_records_open_file(next_piece, &pieces, &options, &piecemeal, error));
  for (;;) {
    code = volo_records_next(records, &record, &error);
    CHECK(volo_records_next(piecemeal, &same, &same_error) == code);
    if (code != VOLO_OK) {
      CHECK(code == VOLO_ERROR_RECORD && error.offset >= 0 && error.offset <= (int64_t)lengths[1]);
      CHECK(error.offset == same_error.offset && strcmp(error.message, same_error.message) == 0);
      CHECK(volo_records_fault(records, &fault, NULL) == VOLO_OK);
      CHECK(fault.offset == (uint64_t)error.offset && strcmp(fault.ruling, error.ruling) == 0);
      CHECK(fault.line > 0 && fault.column > 0 && fault.game > 0 && fault.problem[0] != 0);
      continue;
    }
    if (record == NULL) break;
    check_same_game(record, same);
    check_written(record);
    volo_record_free(record);
    volo_record_free(same);
  }
  CHECK(same == NULL);
  volo_records_free(records);
  volo_records_free(piecemeal);
}

/* Detects the format of any bytes, and reads them in each format. */
static void check_records(void) {
  const volo_entry *format;
  size_t number;
  int lenient;
  for (lenient = 0; lenient < 2; ++lenient) {
    check_records_as(NULL, lenient);
    for (number = 0; (format = volo_list(VOLO_LIST_FORMATS, number)) != NULL; ++number) {
      check_records_as(format->name, lenient);
    }
  }
}

int main(int argc, char **argv) {
  FILE *file;
  char *text, *rest;
  size_t size, lines = 0;
  int count;
  CHECK(argc == 2);
  file = fopen(argv[1], "rb");
  CHECK(file != NULL);
  CHECK(fseek(file, 0, SEEK_END) == 0);
  size = (size_t)ftell(file);
  rewind(file);
  rest = text = NEW(char, size + 1);
  CHECK(fread(text, 1, size, file) == size);
  text[size] = 0;
  fclose(file);
  for (; (count = next_line(&rest)) > 0; ++lines) {
    if (strcmp(fields[0], "position") == 0) check_text(0);
    else if (strcmp(fields[0], "board") == 0) check_text(1);
    else if (strcmp(fields[0], "invalid") == 0) check_invalid();
    else if (strcmp(fields[0], "promise") == 0) check_promise();
    else if (strcmp(fields[0], "numbers") == 0) check_numbers();
    else if (strcmp(fields[0], "move") == 0) check_move();
    else if (strcmp(fields[0], "record") == 0) check_records();
    else CHECK(!"a known kind of line");
  }
  CHECK(lines > 500);
  free(text);
  return 0;
}

/* The tables in tests/data, which run.py writes as lines of fields. Each field is written in hexadecimal digits. */
#include "check.h"

#define MOST_FIELDS 6

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

static void check_perft(void) {
  volo_rule_set rules;
  volo_position start;
  uint64_t nodes;
  OK(volo_rule_set_parse(fields[1], &rules, error));
  OK(volo_position_start(&rules, &start, error));
  OK(volo_perft(&start, (uint32_t)atoi(fields[2]), 1, NULL, NULL, &nodes, error));
  CHECK(nodes == strtoul(fields[3], NULL, 10));
}

/* Plays a recorded game, and compares the numbers of legal moves and the winner. */
static void check_game(void) {
  volo_rule_set rules;
  volo_position position;
  volo_move mv, moves[1000];
  volo_outcome outcome;
  size_t count, i;
  int legal;
  char *text, *counts = fields[3];
  OK(volo_rule_set_parse(fields[1], &rules, error));
  OK(volo_position_start(&rules, &position, error));
  for (text = strtok(fields[2], " "); text; text = strtok(NULL, " ")) {
    OK(volo_legal_moves(&position, moves, 1000, &count, error));
    CHECK(count == strtoul(counts, &counts, 10));
    OK(volo_parse_legal_move(&position, text, &mv, error));
    OK(volo_is_legal(&position, mv, &legal, error));
    CHECK(legal);
    for (i = 0; i < count && moves[i] != mv; ++i) {
    }
    CHECK(i < count);
    OK(volo_play(&position, mv, &position, error));
  }
  OK(volo_position_outcome(&position, &outcome, error));
  CHECK(outcome.winner == atoi(fields[4]));
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

/* Any bytes are read as records, or are errors at a place of the file. */
static void check_records(int lenient) {
  volo_records *records;
  volo_record *record;
  volo_error error;
  volo_record_description parts;
  size_t length;
  int code;
  OK(volo_records_open(fields[1], lengths[1], lenient, &records, error));
  for (;;) {
    code = volo_records_next(records, &record, &error);
    if (code != VOLO_OK) {
      CHECK(code == VOLO_ERROR_RECORD && error.offset >= 0 && error.offset <= (int64_t)lengths[1]);
      continue;
    }
    if (record == NULL) break;
    OK(volo_record_describe(record, &parts, error));
    OK(volo_record_text(record, NULL, 0, &length, error));
    CHECK(length > 0);
    volo_record_free(record);
  }
  volo_records_free(records);
}

int main(int argc, char **argv) {
  FILE *file;
  char *text, *rest;
  size_t size, lines = 0;
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
  for (; next_line(&rest) > 0; ++lines) {
    if (strcmp(fields[0], "perft") == 0) check_perft();
    else if (strcmp(fields[0], "game") == 0) check_game();
    else if (strcmp(fields[0], "position") == 0) check_text(0);
    else if (strcmp(fields[0], "board") == 0) check_text(1);
    else if (strcmp(fields[0], "invalid") == 0) check_invalid();
    else if (strcmp(fields[0], "move") == 0) check_move();
    else if (strcmp(fields[0], "record") == 0) check_records(0), check_records(1);
    else CHECK(!"a known kind of line");
  }
  CHECK(lines > 600);
  free(text);
  return 0;
}

/* Each function, with good and with bad input. */
#include "check.h"

#define WON_AT_ONCE "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4"

static int says(const volo_position *position, const char *text) {
  char written[300];
  size_t length;
  OK(volo_position_text(position, written, sizeof written, &length, error));
  CHECK(length == strlen(written));
  return strcmp(written, text) == 0;
}

static int always(void *context) {
  ++*(int *)context;
  return 1;
}

static int never(void *context) {
  ++*(int *)context;
  return 0;
}

static void test_version(void) {
  CHECK(volo_abi_version() == VOLO_ABI_VERSION);
  CHECK(strchr(volo_version(), '.') != NULL);
}

static void test_lists(void) {
  const volo_entry *entry;
  volo_rule_set rules;
  size_t number;
  int list;
  for (list = VOLO_LIST_RULE_SETS; list <= VOLO_LIST_PLANES; ++list) {
    for (number = 0; (entry = volo_list(list, number)) != NULL; ++number) {
      CHECK(entry->name[0] != 0 && strchr(entry->description, '\\') == NULL);
      CHECK((entry->suffix[0] == '.') == (list == VOLO_LIST_FORMATS));
      if (list == VOLO_LIST_RULE_SETS) OK(volo_rule_set_parse(entry->name, &rules, error));
    }
    CHECK(number > 1 && volo_list(list, number + 1) == NULL && volo_list(list, (size_t)-1) == NULL);
  }
  CHECK(volo_list(list, 0) == NULL && volo_list(-1, 0) == NULL);
  CHECK(strcmp(volo_list(VOLO_LIST_REASONS, VOLO_PASSES)->name, "passes") == 0);
  CHECK(strcmp(volo_list(VOLO_LIST_DIRECTIONS, 5)->name, "NE") == 0);
  CHECK(strcmp(volo_list(VOLO_LIST_SYMMETRIES, 6)->name, "mirror") == 0);
  CHECK(volo_list(VOLO_LIST_SYMMETRIES, VOLO_SYMMETRIES) == NULL);
  CHECK(strcmp(volo_list(VOLO_LIST_VALUES, VOLO_VALUE_DRAW)->name, "draw") == 0);
  CHECK(volo_list(VOLO_LIST_PLANES, VOLO_PLANES - 1) != NULL && volo_list(VOLO_LIST_PLANES, VOLO_PLANES) == NULL);
  CHECK(strcmp(volo_list(VOLO_LIST_FORMATS, 0)->suffix, ".volo") == 0);
  CHECK(strstr(volo_list(VOLO_LIST_PASS_RULES, 1)->description, "only if no add and no flight") != NULL);
}

static void test_rule_sets(void) {
  volo_rule_set rules;
  char text[80];
  size_t length;
  OK(volo_rule_set_parse("french-5", &rules, error));
  CHECK(rules.edge == 5);
  OK(volo_rule_set_text(&rules, text, sizeof text, &length, error));
  CHECK(strcmp(text, "french-5") == 0 && length == 8);
  OK(volo_rule_set_text(&rules, text, 4, &length, error));
  CHECK(strcmp(text, "fre") == 0 && length == 8);
  OK(volo_rule_set_text(&rules, NULL, 0, &length, error));
  CHECK(length == 8);
  OK(volo_rule_set_parse("edge=6,supply=none,pass=own-regions,stuck=last-mover-wins", &rules, error));
  CHECK(rules.edge == 6 && rules.supply == 0);
  CHECK(strcmp(volo_list(VOLO_LIST_PASS_RULES, (size_t)rules.passing)->name, "own-regions") == 0);
  CHECK(strcmp(volo_list(VOLO_LIST_END_RULES, (size_t)rules.stuck)->name, "last-mover-wins") == 0);
  FAILS(volo_rule_set_parse("english", &rules, error), VOLO_ERROR_RULES, "", -1, "english");
  FAILS(volo_rule_set_parse("\xff", &rules, error), VOLO_ERROR_NOTATION, "", 0, "UTF-8");
  FAILS(volo_rule_set_parse(NULL, &rules, error), VOLO_ERROR_ARGUMENT, "", -1, "text is NULL");
  FAILS(volo_rule_set_parse("french", NULL, error), VOLO_ERROR_ARGUMENT, "", -1, "rules is NULL");
  FAILS(volo_rule_set_text(&rules, NULL, 1, NULL, error), VOLO_ERROR_ARGUMENT, "", -1, "text is NULL");
  rules.edge = 9;
  FAILS(volo_rule_set_text(&rules, text, sizeof text, NULL, error), VOLO_ERROR_RULES, "", -1, "4 to 8, not 9");
  rules.edge = 4;
  rules.supply = 1000;
  FAILS(volo_rule_set_text(&rules, text, sizeof text, NULL, error), VOLO_ERROR_RULES, "", -1, "supply");
  rules.supply = 50;
  rules.passing = -1;
  FAILS(volo_rule_set_text(&rules, text, sizeof text, NULL, error), VOLO_ERROR_RULES, "", -1, "passing");
  CHECK(volo_rule_set_parse("english", &rules, NULL) == VOLO_ERROR_RULES);
}

static void test_spaces(void) {
  volo_space spaces[256], space;
  volo_place place;
  char text[4];
  size_t count;
  volo_set set;
  OK(volo_spaces(4, spaces, 256, &count, error));
  CHECK(count == 30);
  OK(volo_space_parse(4, "b2", &space, error));
  OK(volo_space_text(4, space, text, sizeof text, NULL, error));
  CHECK(strcmp(text, "b2") == 0);
  OK(volo_space_neighbors(4, space, spaces, 2, &count, error));
  CHECK(count == 5);
  CHECK(spaces[0] == space + 1);
  OK(volo_space_place(4, space, &place, error));
  CHECK(place.x == 4 && place.y == 1);
  FAILS(volo_space_place(4, 255, &place, error), VOLO_ERROR_ARGUMENT, "", -1, "255");
  FAILS(volo_space_place(9, space, &place, error), VOLO_ERROR_RULES, "", -1, "edge");
  FAILS(volo_space_parse(4, "z9", &space, error), VOLO_ERROR_NOTATION, "", 0, "no such space");
  FAILS(volo_space_text(4, 255, text, sizeof text, NULL, error), VOLO_ERROR_ARGUMENT, "", -1, "255");
  FAILS(volo_spaces(3, spaces, 256, &count, error), VOLO_ERROR_RULES, "", -1, "edge");
  memset(&set, 0, sizeof set);
  set.words[1] = 6;
  OK(volo_set_spaces(&set, spaces, 256, &count, error));
  CHECK(count == 2 && spaces[0] == 65 && spaces[1] == 66);
  set.words[0] = 1;
  FAILS(volo_set_spaces(&set, spaces, 256, &count, error), VOLO_ERROR_ARGUMENT, "", -1, "bit 0");
}

static void test_positions(void) {
  volo_position start, other, third;
  volo_rule_set rules;
  volo_description parts;
  volo_set flocks[8];
  volo_region regions[8];
  volo_outcome outcome;
  size_t count, length;
  char board[2000];
  OK(volo_position_start(NULL, &start, error));
  CHECK(says(&start, "5/1o4b1/9/10/11/12/b8o/12/11/10/9/1o4b1/5 o 0 standard"));
  OK(volo_rule_set_parse("standard-4", &rules, error));
  OK(volo_position_start(&rules, &start, error));
  CHECK(says(&start, START_4));
  other = parsed(START_4);
  CHECK(memcmp(&start, &other, sizeof start) == 0);

  OK(volo_position_board(&start, 0, board, sizeof board, &length, error));
  CHECK(length > 100);
  OK(volo_position_from_board(board, NULL, -1, -1, &third, error));
  /* A text is cut between two characters. Some have several bytes. */
  for (count = 1; count < 60; ++count) {
    OK(volo_position_board(&start, 1, board, count, NULL, error));
    length = strlen(board);
    CHECK(length < count && length + 4 >= count);
    CHECK(length == 0 || ((unsigned char)board[length - 1] & 0xC0) != 0xC0);
  }
  CHECK(memcmp(&start, &third, sizeof start) == 0);
  FAILS(volo_position_from_board(board, NULL, 7, -1, &third, error), VOLO_ERROR_ARGUMENT, "", -1, "color");
  CHECK(volo_position_from_board("x", NULL, -1, -1, &third, NULL) == VOLO_ERROR_NOTATION);

  OK(volo_position_describe(&start, &parts, error));
  CHECK(parts.rules.edge == 4 && parts.turn == VOLO_ORANGE && parts.passes == 0 && parts.in_hand[1] == 57);
  OK(volo_position_build(&parts, &other, error));
  CHECK(memcmp(&start, &other, sizeof start) == 0);
  parts.birds[0] = parts.birds[1];
  FAILS(volo_position_build(&parts, &other, error), VOLO_ERROR_POSITION, "", -1, "both colors");
  parts.passes = 300;
  FAILS(volo_position_build(&parts, &other, error), VOLO_ERROR_ARGUMENT, "", -1, "passes");

  OK(volo_position_flocks(&start, VOLO_BLUE, flocks, 8, &count, error));
  CHECK(count == 3);
  OK(volo_position_flocks(&start, VOLO_BLUE, NULL, 0, &count, error));
  CHECK(count == 3);
  OK(volo_position_regions(&start, VOLO_ORANGE, regions, 8, &count, error));
  CHECK(count == 1);
  FAILS(volo_position_regions(&start, 2, regions, 8, &count, error), VOLO_ERROR_ARGUMENT, "", -1, "color");

  OK(volo_position_outcome(&start, &outcome, error));
  CHECK(outcome.winner == VOLO_ONGOING && outcome.reason == VOLO_NO_REASON && outcome.message[0] == 0);
  other = parsed("2/1b3/oooooo/4/6/1b3/2 b 0 standard-4");
  OK(volo_position_outcome(&other, &outcome, error));
  CHECK(outcome.winner == VOLO_ORANGE && outcome.reason == VOLO_FLOCK && strcmp(outcome.ruling, "R17") == 0);
  CHECK(strcmp(outcome.message, "Orange wins: all birds in one flock") == 0);

  other = parsed("standard-4");
  CHECK(memcmp(&other, &start, sizeof other) == 0);
  FAILS(volo_position_parse("standard-9", &other, error), VOLO_ERROR_RULES, "", -1, "or write a position");
  FAILS(volo_position_parse("2/1o1b1/6\xc3\xa4", &other, error), VOLO_ERROR_NOTATION, "", 9, "expected");
}

static void test_moves(void) {
  volo_position start = parsed(START_4), next, position;
  volo_move moves[200], mv, same;
  volo_error failure;
  volo_move_description parts;
  size_t count, counted;
  int legal;
  char text[24];
  OK(volo_legal_moves(&start, moves, 200, &count, error));
  CHECK(count == 9);
  OK(volo_legal_moves(&start, NULL, 0, &counted, error));
  CHECK(counted == count);
  memset(moves, 0xff, sizeof moves);
  OK(volo_legal_moves(&start, moves, 2, &count, error));
  CHECK(count == 9 && moves[1] != VOLO_NO_MOVE && moves[2] == VOLO_NO_MOVE);
  OK(volo_move_text(moves[0], text, sizeof text, NULL, error));
  mv = move_of(4, text);
  CHECK(mv == moves[0]);
  OK(volo_is_legal(&start, mv, &legal, error));
  CHECK(legal == 1);
  next = start;
  OK(volo_play(&next, mv, &next, error));
  CHECK(memcmp(&next, &start, sizeof next) != 0);
  mv = move_of(4, "b3");
  OK(volo_is_legal(&start, mv, &legal, error));
  CHECK(legal == 0);
  position = next;
  FAILS(volo_play(&start, mv, &next, error), VOLO_ERROR_MOVE, "R6", -1, " b2 ");
  CHECK(memcmp(&next, &position, sizeof next) == 0);
  FAILS(volo_parse_legal_move(&start, "pass", &mv, error), VOLO_ERROR_MOVE, "R13", -1, "[R13]");
  CHECK(volo_parse_legal_move(&start, "b3", &mv, &failure) == VOLO_ERROR_MOVE);
  CHECK(strcmp(failure.reason, "touches the friendly bird at b2") == 0);
  CHECK(volo_parse_legal_move(&start, "c5-N1", &mv, &failure) == VOLO_ERROR_NOTATION);
  CHECK(strncmp(failure.reason, "expected", 8) == 0 && strstr(failure.reason, "offset") == NULL);
  CHECK(volo_play(&start, VOLO_NO_MOVE, &next, &failure) == VOLO_ERROR_ARGUMENT);
  CHECK(strcmp(failure.reason, failure.message) == 0);
  FAILS(volo_parse_legal_move(&start, "c5-N1", &mv, error), VOLO_ERROR_NOTATION, "", 3, "direction");
  FAILS(volo_move_parse(4, "b2:c4-E1", &mv, error), VOLO_ERROR_MOVE, "R9", -1, " c4 ");
  FAILS(volo_move_text(VOLO_NO_MOVE, text, sizeof text, NULL, error), VOLO_ERROR_ARGUMENT, "", -1, "not the number");
  FAILS(volo_play(&start, move_of(7, "b3"), &next, error), VOLO_ERROR_ARGUMENT, "", -1, "edge 7");

  OK(volo_move_describe(move_of(7, "b2:b4-NE3/g6"), &parts, error));
  CHECK(parts.kind == VOLO_FLY && parts.edge == 7 && parts.length == 3 && parts.direction == 5 && parts.distance == 3);
  CHECK(parts.from[0] + 2 == parts.from[2] && parts.from[3] == 0 && parts.to[0] == parts.from[0] - 45);
  CHECK(parts.keep != 0);
  OK(volo_move_describe(move_of(7, "pass"), &parts, error));
  CHECK(parts.kind == VOLO_PASS && parts.from[0] == 0);
  OK(volo_move_describe(move_of(7, "b2"), &parts, error));
  CHECK(parts.kind == VOLO_ADD && parts.from[0] != 0 && parts.to[0] == 0);

  position = parsed("2/1o1bo/6/b2o/2oobb/3b1/bo o 0 standard-4");
  OK(volo_normalize(&position, move_of(4, "c3:c4-SW1/f1"), &same, error));
  OK(volo_move_text(same, text, sizeof text, NULL, error));
  CHECK(strcmp(text, "c3:c4-SW1/b1") == 0);
  OK(volo_parse_legal_move(&position, "c3:c4-SW1/f1", &mv, error));
  CHECK(mv == same);
  FAILS(volo_normalize(&position, move_of(4, "c3:c4-SW1"), &same, error), VOLO_ERROR_MOVE, "R15", -1, "named");
}

static void test_random_moves(void) {
  volo_position start = parsed(START_4), over = parsed("2/1b3/oooooo/4/6/1b3/2 b 0 standard-4");
  volo_move moves[9], mv, again;
  size_t count, i, drawn[9] = {0};
  uint64_t state = 1, same, calls;
  OK(volo_legal_moves(&start, moves, 9, &count, error));
  for (calls = 0; calls < 900; ++calls) {
    same = state;
    OK(volo_random_move(&start, next_random, &state, &mv, error));
    OK(volo_random_move(&start, next_random, &same, &again, error));
    CHECK(mv == again && state == same);
    for (i = 0; i < count && moves[i] != mv; ++i) continue;
    CHECK(i < count);
    ++drawn[i];
  }
  for (i = 0; i < count; ++i) CHECK(drawn[i] > 50 && drawn[i] < 150);
  OK(volo_random_move(&over, next_random, &state, &mv, error));
  CHECK(mv == VOLO_NO_MOVE);
}

static void test_can_win(void) {
  volo_position position = parsed(WON_AT_ONCE);
  int32_t can_win;
  OK(volo_can_win(&position, &can_win, error));
  CHECK(can_win == 1);
  position = parsed(START_4);
  OK(volo_can_win(&position, &can_win, error));
  CHECK(can_win == 0);
}

static void test_perft(void) {
  volo_position start;
  uint64_t nodes = 7, parts[99], sum = 0;
  size_t count, i;
  int calls = 0;
  OK(volo_position_start(NULL, &start, error));
  OK(volo_perft(&start, 2, 0, NULL, NULL, &nodes, error));
  CHECK(nodes == 9717);
  OK(volo_perft(&start, 2, 2, never, &calls, &nodes, error));
  CHECK(nodes == 9717 && calls > 0);
  calls = 0;
  FAILS(volo_perft(&start, 64, 2, always, &calls, &nodes, error), VOLO_ERROR_STOPPED, "", -1, "stopped");
  CHECK(calls == 1 && nodes == 9717);
  FAILS(volo_perft(&start, 65, 1, NULL, NULL, &nodes, error), VOLO_ERROR_ARGUMENT, "", -1, "0 to 64, not 65");
  FAILS(volo_perft(&start, 1, 257, NULL, NULL, &nodes, error), VOLO_ERROR_ARGUMENT, "", -1, "0 to 256, not 257");
  OK(volo_divide(&start, 2, 2, never, &calls, parts, 99, &count, error));
  for (i = 0; i < count; ++i) sum += parts[i];
  CHECK(count == 99 && sum == nodes);
  OK(volo_divide(&start, 64, 1, NULL, NULL, NULL, 0, &count, error));
  CHECK(count == 99);
  OK(volo_divide(&start, 0, 1, NULL, NULL, parts, 99, &count, error));
  CHECK(count == 0);
  FAILS(volo_divide(&start, 64, 2, always, &calls, parts, 99, &count, error), VOLO_ERROR_STOPPED, "", -1, "stopped");
  FAILS(volo_divide(&start, 65, 1, NULL, NULL, parts, 99, &count, error), VOLO_ERROR_ARGUMENT, "", -1, "not 65");
}

static void test_symmetries(void) {
  volo_position start = parsed(START_4), image, canonical;
  volo_move mv = move_of(4, "b5"), moved;
  int symmetry, inverse, both, by;
  for (symmetry = 0; symmetry < VOLO_SYMMETRIES; ++symmetry) {
    OK(volo_symmetry_inverse(symmetry, &inverse, error));
    OK(volo_symmetry_compose(symmetry, inverse, &both, error));
    CHECK(both == 0);
    OK(volo_position_transform(&start, symmetry, &image, error));
    OK(volo_position_canonical(&image, &canonical, &by, error));
    OK(volo_position_transform(&image, by, &image, error));
    CHECK(memcmp(&canonical, &image, sizeof image) == 0);
    OK(volo_move_transform(mv, symmetry, &moved, error));
    OK(volo_move_transform(moved, inverse, &moved, error));
    CHECK(moved == mv);
  }
  OK(volo_position_canonical(&start, &canonical, NULL, error));
  FAILS(volo_symmetry_inverse(12, &inverse, error), VOLO_ERROR_ARGUMENT, "", -1, "0 to 11, not 12");
}

static void test_actions(void) {
  volo_position position = parsed("2/1o1bo/6/b2o/2oobb/3b1/bo o 0 standard-4");
  volo_decision decision, next;
  volo_action actions[1201], pair[2];
  volo_move mv;
  volo_view view;
  uint8_t mask[1201], *planes;
  float *numbers;
  size_t count, i, legal = 0;
  char text[24];
  OK(volo_action_count(4, &count, error));
  CHECK(count == 1201);
  OK(volo_decision_start(&position, &decision, error));
  OK(volo_legal_actions(&decision, actions, 1201, &count, error));
  OK(volo_action_mask(&decision, mask, 1201, error));
  for (i = 0; i < 1201; ++i) legal += mask[i];
  CHECK(legal == count && mask[actions[0]] == 1);
  FAILS(volo_action_mask(&decision, mask, 1200, error), VOLO_ERROR_ARGUMENT, "", -1, "needs 1201");
  OK(volo_move_actions(move_of(4, "c3:c4-SW1/f1"), pair, 2, &count, error));
  CHECK(count == 2);
  OK(volo_action_text(4, pair[1], text, sizeof text, NULL, error));
  CHECK(strcmp(text, "/f1") == 0);
  OK(volo_decision_step(&decision, pair[0], &next, error));
  CHECK(next.chosen != VOLO_NO_MOVE);
  CHECK(memcmp(&next.position, &position, sizeof position) == 0);
  OK(volo_legal_actions(&next, actions, 1201, &count, error));
  CHECK(count == 2);
  OK(volo_decision_move(&next, pair[1], &mv, error));
  CHECK(mv == move_of(4, "c3:c4-SW1/b1"));
  OK(volo_observe(&next, NULL, NULL, 0, &count, error));
  CHECK(count == 12 * 49);
  planes = NEW(uint8_t, count);
  numbers = NEW(float, count);
  OK(volo_observe(&next, NULL, planes, count, &count, error));
  OK(volo_observe_float(&next, NULL, numbers, count, &count, error));
  for (i = 0; i < count; ++i) CHECK(planes[i] == numbers[i]);
  FAILS(volo_observe(&next, NULL, planes, count - 1, &count, error), VOLO_ERROR_ARGUMENT, "", -1, "588 numbers");
  memset(&view, 0, sizeof view);
  OK(volo_observe_float(&next, &view, numbers, count, &count, error));
  for (i = 0; i < count; ++i) CHECK(planes[i] == numbers[i]);
  view.seen_by = 3;
  FAILS(volo_observe(&next, &view, NULL, 0, &count, error), VOLO_ERROR_ARGUMENT, "", -1, "seen_by must be 0 to 2");
  view.side = 15;
  view.seen_by = 1;
  view.symmetry = 6;
  OK(volo_observe(&next, &view, NULL, 0, &count, error));
  CHECK(count == 12 * 225);
  view.side = 8;
  FAILS(volo_observe(&next, &view, NULL, 0, &count, error), VOLO_ERROR_ARGUMENT, "", -1, "side");
  view.side = -3;
  FAILS(volo_observe(&next, &view, NULL, 0, &count, error), VOLO_ERROR_ARGUMENT, "", -1, "side");
  free(planes);
  free(numbers);
  OK(volo_decision_step(&next, pair[1], &next, error));
  CHECK(next.chosen == VOLO_NO_MOVE);
  FAILS(volo_decision_step(&decision, 1201, &next, error), VOLO_ERROR_ARGUMENT, "", -1, "out of range");
  FAILS(volo_decision_step(&decision, 30, &next, error), VOLO_ERROR_MOVE, "R13", -1, "pass");
  decision.chosen = move_of(4, "b2");
  FAILS(volo_decision_step(&decision, 30, &next, error), VOLO_ERROR_MOVE, "R15", -1, "kept");
  OK(volo_action_images(4, 6, actions, 1201, &count, error));
  CHECK(count == 1201 && actions[30] == 30);
}

#define GAMES 130

static void test_games(void) {
  volo_games games;
  volo_results results;
  int8_t winner[GAMES], reason[GAMES], again[GAMES];
  int32_t plies[GAMES];
  int64_t legal[GAMES];
  volo_move *moves, few[3];
  volo_position position;
  volo_outcome outcome;
  size_t count, total, i, j;
  int calls = 0;
  memset(&games, 0, sizeof games);
  memset(&results, 0, sizeof results);
  games.start = parsed(START_4);
  games.seed = 5;
  games.games = GAMES;
  results.winner = winner;
  results.reason = reason;
  results.plies = plies;
  results.legal_moves = legal;
  few[2] = VOLO_NO_MOVE;
  OK(volo_play_games(&games, &results, few, 2, &count, NULL, NULL, error));
  CHECK(few[2] == VOLO_NO_MOVE);
  moves = NEW(volo_move, count);
  games.threads = 2;
  OK(volo_play_games(&games, &results, moves, count, &total, never, &calls, error));
  CHECK(total == count && few[1] == moves[1]);
  for (i = 0, j = 0; i < GAMES; ++i) {
    position = games.start;
    for (; plies[i] > 0; --plies[i], ++j) OK(volo_play(&position, moves[j], &position, error));
    OK(volo_position_outcome(&position, &outcome, error));
    CHECK(outcome.winner == winner[i] && outcome.reason == reason[i] && legal[i] > 0);
  }
  CHECK(j == count);
  free(moves);
  /* The games after the first again, by their numbers. */
  memset(&results, 0, sizeof results);
  results.winner = again;
  games.first = 1;
  games.games = GAMES - 1;
  OK(volo_play_games(&games, &results, NULL, 0, NULL, NULL, NULL, error));
  CHECK(memcmp(again, winner + 1, GAMES - 1) == 0);
  games.games = 2;
  games.max_plies = 1;
  OK(volo_play_games(&games, &results, NULL, 0, NULL, NULL, NULL, error));
  CHECK(again[0] == VOLO_TRUNCATED);
  games.max_plies = 0;
  games.orange = "engine:50";
  games.blue = "careful";
  OK(volo_play_games(&games, &results, NULL, 0, NULL, NULL, NULL, error));
  games.blue = "clever";
  FAILS(volo_play_games(&games, &results, NULL, 0, NULL, NULL, NULL, error), VOLO_ERROR_ARGUMENT, "", -1, "clever");
  games.blue = NULL;
  games.orange = NULL;
  games.games = (size_t)-1;
  FAILS(volo_play_games(&games, &results, NULL, 0, NULL, NULL, NULL, error), VOLO_ERROR_ARGUMENT, "", -1, "winner");
  results.winner = NULL;
  FAILS(volo_play_games(&games, &results, NULL, 0, NULL, NULL, NULL, error), VOLO_ERROR_MEMORY, "", -1, "memory");
  games.games = 1000000;
  FAILS(volo_play_games(&games, &results, NULL, 0, NULL, always, &calls, error), VOLO_ERROR_STOPPED, "", -1, "stopped");
}

static void test_records(void) {
  volo_position start = parsed(START_4);
  volo_move moves[2], read[2];
  volo_tag tags[2];
  volo_comment comment;
  volo_record *record, *none;
  volo_records *records;
  volo_record_description parts;
  volo_read_options options;
  char text[2000], value[80];
  size_t length, count, ply, i;
  int found = 0;
  moves[0] = move_of(4, "a3");
  moves[1] = move_of(4, "d5");
  tags[0].name = "Orange";
  tags[0].value = "Anna";
  tags[1].name = "Result";
  tags[1].value = "0-1";
  comment.ply = 1;
  comment.text = "Alas.";
  OK(volo_record_new(&start, moves, 2, tags, 2, &comment, 1, &record, error));
  OK(volo_record_describe(record, &parts, error));
  CHECK(memcmp(&parts.start, &start, sizeof start) == 0);
  CHECK(parts.winner == VOLO_BLUE && parts.reason == VOLO_NO_REASON && parts.moves == 2 && parts.comments == 1);
  for (i = 0; i < parts.tags; ++i) {
    OK(volo_record_tag_name(record, i, text, sizeof text, NULL, error));
    OK(volo_record_tag_value(record, i, value, sizeof value, NULL, error));
    found += strcmp(text, "Orange") == 0 && strcmp(value, "Anna") == 0;
    found += strcmp(text, "Termination") == 0 && strcmp(value, "adjudication") == 0;
  }
  CHECK(found == 2);
  FAILS(volo_record_tag_name(record, i, text, sizeof text, NULL, error), VOLO_ERROR_ARGUMENT, "", -1, "no tag");
  OK(volo_record_comment(record, 0, &ply, text, sizeof text, NULL, error));
  CHECK(ply == 1 && strcmp(text, "Alas.") == 0);
  OK(volo_records_text(&record, 1, NULL, text, sizeof text, &length, error));
  CHECK(length == strlen(text) && strstr(text, "1. a3 {Alas.}") != NULL);
  volo_record_free(record);

  strcpy(text + length, "\n[Event \"?\"]\n[Rules \"standard-4\"]\n\n1. b3 *\n");
  OK(volo_records_open(text, strlen(text), NULL, &records, error));
  OK(volo_records_next(records, &record, error));
  OK(volo_record_moves(record, read, 2, &count, error));
  CHECK(count == 2 && read[0] == moves[0] && read[1] == moves[1]);
  volo_record_free(record);
  FAILS(volo_records_next(records, &none, error), VOLO_ERROR_RECORD, "", (int64_t)length + 34, "expected a tag Site");
  CHECK(none == NULL);
  volo_records_free(records);
  memset(&options, 0, sizeof options);
  options.lenient = 1;
  OK(volo_records_open(text, strlen(text), &options, &records, error));
  OK(volo_records_next(records, &record, error));
  volo_record_free(record);
  FAILS(volo_records_next(records, &none, error), VOLO_ERROR_RECORD, "R6", (int64_t)length + 38, "ply 1");
  OK(volo_records_next(records, &none, error));
  CHECK(none == NULL);
  volo_records_free(records);
  OK(volo_records_open(NULL, 0, &options, &records, error));
  OK(volo_records_next(records, &none, error));
  CHECK(none == NULL);
  volo_records_free(records);
  moves[1] = moves[0];
  FAILS(volo_record_new(&start, moves, 2, NULL, 0, NULL, 0, &record, error), VOLO_ERROR_RECORD, "R6", -1, "ply 2");
  tags[1].name = NULL;
  FAILS(volo_record_new(&start, moves, 1, tags, 2, NULL, 0, &record, error), VOLO_ERROR_ARGUMENT, "", -1, "name");
  FAILS(volo_record_new(&start, NULL, 1, NULL, 0, NULL, 0, &record, error), VOLO_ERROR_ARGUMENT, "", -1, "moves");
  FAILS(volo_records_text(&none, 1, NULL, text, 1, NULL, error), VOLO_ERROR_ARGUMENT, "", -1, "record is NULL");
  FAILS(volo_records_text(NULL, 1, NULL, text, 1, NULL, error), VOLO_ERROR_ARGUMENT, "", -1, "records is NULL");
  volo_record_free(NULL);
  volo_records_free(NULL);
}

#define LINE "{\"rules\":\"standard-4\",\"moves\":[\"a3\"],\"legal_moves\":[9],\"winner\":null}\n"
#define FAULTY "{\"rules\":\"standard-4\",\"moves\":[\"a3\",\"a3\"],\"legal_moves\":[9,9],\"winner\":null}\n"

/* Reads and writes a format that is not native. */
static void test_formats(void) {
  volo_read_options options;
  volo_records *records;
  volo_record *record[2], *none;
  volo_records_description description;
  volo_fault fault;
  volo_position after = parsed(START_4);
  char text[400];
  size_t length;
  OK(volo_records_open(LINE FAULTY LINE, strlen(LINE FAULTY LINE), NULL, &records, error));
  OK(volo_records_next(records, &record[0], error));
  FAILS(volo_records_fault(records, &fault, error), VOLO_ERROR_ARGUMENT, "", -1, "no fault");
  FAILS(volo_records_next(records, &none, error), VOLO_ERROR_RECORD, "R6", (int64_t)strlen(LINE) + 36, "2:37: game 2, ply 2");
  OK(volo_records_fault(records, &fault, error));
  CHECK(fault.line == 2 && fault.column == 37 && fault.offset == strlen(LINE) + 36);
  CHECK(fault.game == 2 && fault.ply == 2 && strcmp(fault.ruling, "R6") == 0);
  CHECK(strcmp(fault.path, "$.moves[1]") == 0 && strcmp(fault.text, "\"a3\"") == 0);
  CHECK(strstr(fault.problem, "illegal move a3") != NULL);
  OK(volo_play(&after, move_of(4, "a3"), &after, error));
  CHECK(memcmp(&fault.position, &after, sizeof after) == 0);
  OK(volo_records_next(records, &record[1], error));
  OK(volo_records_describe(records, &description, error));
  CHECK(description.other_games == 0 && description.variations == 0);
  CHECK(strcmp(volo_list(VOLO_LIST_FORMATS, (size_t)description.format)->suffix, ".jsonl") == 0);
  volo_records_free(records);
  OK(volo_records_text(record, 2, volo_list(VOLO_LIST_FORMATS, (size_t)description.format)->name, text, sizeof text,
                       &length, error));
  CHECK(strcmp(text, LINE LINE) == 0 && length == strlen(text));
  volo_record_free(record[1]);
  FAILS(volo_records_text(record, 1, "pgn", text, sizeof text, NULL, error), VOLO_ERROR_ARGUMENT, "", -1, "volo");
  FAILS(volo_records_text(record, 1, "boardspace", text, sizeof text, NULL, error), VOLO_ERROR_RECORD, "", -1, "edge");
  OK(volo_records_text(NULL, 0, "boardspace", text, sizeof text, &length, error));
  CHECK(length == 0);
  volo_record_free(record[0]);

  memset(&options, 0, sizeof options);
  options.format = "volo";
  OK(volo_records_open(LINE, strlen(LINE), &options, &records, error));
  FAILS(volo_records_next(records, &none, error), VOLO_ERROR_RECORD, "", 0, "1:1");
  volo_records_free(records);
  options.format = "pgn";
  FAILS(volo_records_open(LINE, strlen(LINE), &options, &records, error), VOLO_ERROR_ARGUMENT, "", -1, "abstract-play");
  options.format = "\xff";
  FAILS(volo_records_open(LINE, strlen(LINE), &options, &records, error), VOLO_ERROR_NOTATION, "", 0, "UTF-8");
  OK(volo_records_open("1. e4 e5", 8, NULL, &records, error));
  FAILS(volo_records_describe(records, &description, error), VOLO_ERROR_RECORD, "", 0, "unknown format");
  OK(volo_records_fault(records, &fault, error));
  CHECK(fault.line == 1 && fault.path[0] == 0);
  OK(volo_records_next(records, &none, error));
  CHECK(none == NULL);
  volo_records_free(records);
  OK(volo_records_open(NULL, 0, NULL, &records, error));
  OK(volo_records_describe(records, &description, error));
  CHECK(description.format == -1);
  FAILS(volo_records_fault(records, NULL, error), VOLO_ERROR_ARGUMENT, "", -1, "fault is NULL");
  volo_records_free(records);
  FAILS(volo_records_describe(NULL, &description, error), VOLO_ERROR_ARGUMENT, "", -1, "records is NULL");
}

/* A file that fails on the second call. */
struct failing {
  volo_records *records;
  struct pieces pieces;
  int64_t answer;
  int calls;
  int busy;
};

static int64_t fail_once(void *context, uint8_t *bytes, size_t capacity) {
  struct failing *file = (struct failing *)context;
  volo_record *record;
  file->busy += volo_records_next(file->records, &record, NULL) == VOLO_ERROR_BUSY;
  return ++file->calls == 2 ? file->answer : next_piece(&file->pieces, bytes, capacity);
}

/* The error for what a callback answers, after a third of a file of two games. Then the file is read to its end. */
static void check_failing(const char *text, int64_t answer, int expected, const char *message) {
  struct failing file;
  volo_error error;
  volo_record *record;
  int games = 0;
  memset(&file, 0, sizeof file);
  file.pieces.text = text;
  file.pieces.length = strlen(text);
  file.pieces.piece = file.pieces.length / 3;
  file.answer = answer;
  OK(volo_records_open_file(fail_once, &file, NULL, &file.records, error));
  CHECK(volo_records_next(file.records, &record, &error) == expected && strstr(error.message, message) != NULL);
  CHECK(record == NULL && file.calls == 2 && (error.offset == -1) == (answer != 0));
  for (;;) {
    if (volo_records_next(file.records, &record, NULL) != VOLO_OK) continue;
    if (record == NULL) break;
    volo_record_free(record);
    ++games;
  }
  CHECK(file.busy == file.calls && games < 3);
  volo_records_free(file.records);
}

static void test_read(void) {
  const volo_entry *format;
  volo_position start;
  volo_rule_set rules;
  volo_record *record[2];
  volo_records *records;
  char text[2000];
  size_t number;
  OK(volo_rule_set_parse("boardspace", &rules, error));
  OK(volo_position_start(&rules, &start, error));
  OK(volo_record_new(&start, NULL, 0, NULL, 0, NULL, 0, &record[0], error));
  record[1] = record[0];
  for (number = 0; (format = volo_list(VOLO_LIST_FORMATS, number)) != NULL; ++number) {
    OK(volo_records_text(record, 2, format->name, text, sizeof text, NULL, error));
    check_failing(text, VOLO_READ_FAILED, VOLO_ERROR_INPUT, "returned -1");
    check_failing(text, INT64_MIN, VOLO_ERROR_INPUT, "returned -9223372036854775808");
    check_failing(text, VOLO_READ_STOPPED, VOLO_ERROR_STOPPED, "stopped");
    check_failing(text, 1 << 20, VOLO_ERROR_ARGUMENT, "1048576");
    check_failing(text, INT64_MAX, VOLO_ERROR_ARGUMENT, "9223372036854775807");
    /* The file ends early. */
    check_failing(text, 0, VOLO_ERROR_RECORD, "1:");
  }
  volo_record_free(record[0]);
  FAILS(volo_records_open_file(NULL, NULL, NULL, &records, error), VOLO_ERROR_ARGUMENT, "", -1, "read is NULL");
  FAILS(volo_records_open_file(fail_once, NULL, NULL, NULL, error), VOLO_ERROR_ARGUMENT, "", -1, "records is NULL");
}

static void test_engine(void) {
  volo_position position = parsed(WON_AT_ONCE), start;
  volo_engine_options options;
  volo_engine *engine;
  volo_limit limit;
  volo_info infos[3];
  size_t count;
  int calls = 0;
  OK(volo_engine_new(NULL, &engine, error));
  volo_engine_free(engine);
  memset(&options, 0, sizeof options);
  options.table_bytes = 1 << 20;
  OK(volo_engine_new(&options, &engine, error));
  memset(&limit, 0, sizeof limit);
  limit.nodes = 1000;
  OK(volo_engine_search(engine, &position, NULL, 0, &limit, NULL, NULL, NULL, infos, 3, &count, error));
  CHECK(count == 3);
  CHECK(infos[0].win_in == 1 && infos[0].loss_in == -1 && infos[0].expected == 1.0 && infos[0].length >= 1);
  CHECK(strcmp(infos[0].score, "win in 1") == 0 && infos[0].nodes <= 1000);
  CHECK(infos[0].seconds == 0 || infos[0].nodes_per_second > 0);
  OK(volo_play(&position, infos[0].pv[0], &position, error));
  OK(volo_engine_search(engine, &position, NULL, 0, &limit, NULL, NULL, NULL, infos, 3, &count, error));
  CHECK(count == 1 && infos[0].length == 0 && infos[0].pv[0] == VOLO_NO_MOVE && infos[0].pv[63] == VOLO_NO_MOVE);
  FAILS(volo_engine_search(engine, &position, NULL, 0, &limit, NULL, NULL, NULL, NULL, 0, &count, error), VOLO_ERROR_ARGUMENT,
        "", -1, "at least 1");
  OK(volo_engine_clear(engine, error));
  OK(volo_position_start(NULL, &start, error));
  limit.nodes = 0;
  OK(volo_engine_search(engine, &start, &start, 1, &limit, always, NULL, &calls, infos, 1, &count, error));
  CHECK(count == 1 && infos[0].length > 0 && calls > 0);
  volo_engine_free(engine);
  options.level = 13;
  FAILS(volo_engine_new(&options, &engine, error), VOLO_ERROR_ARGUMENT, "", -1, "1 to 12, not 13");
  options.level = 1;
  options.table_bytes = (uint64_t)-1;
  FAILS(volo_engine_new(&options, &engine, error), VOLO_ERROR_MEMORY, "", -1, "memory");
  volo_engine_free(NULL);
}

static void test_evaluate(void) {
  volo_position position = parsed(START_4);
  double expected;
  OK(volo_evaluate(&position, &expected, error));
  CHECK(expected > -1 && expected < 1);
  position = parsed("2/1b3/oooooo/4/6/1b3/2 b 0 standard-4");
  OK(volo_evaluate(&position, &expected, error));
  CHECK(expected == -1);
}

/* The reports of a search, which `most` of them stop. */
struct reports {
  volo_info last;
  uint32_t most;
  uint32_t calls;
};

static int keep(void *context, const volo_info *infos, size_t count) {
  struct reports *reports = (struct reports *)context;
  CHECK(count == 2 && infos[0].expected >= infos[1].expected && infos[0].depth == ++reports->calls);
  reports->last = infos[0];
  return reports->calls == reports->most;
}

static int wait_for_reports(void *context) {
  CHECK(((struct reports *)context)->calls <= 3);
  return 0;
}

static void test_reports(void) {
  volo_position start = parsed(START_4);
  volo_engine_options options = {1, 0, 1 << 20, 0};
  volo_limit limit;
  volo_info infos[2];
  struct reports reports;
  volo_engine *engine;
  size_t count;
  int has_stop;
  memset(&limit, 0, sizeof limit);
  for (has_stop = 0; has_stop < 2; ++has_stop) {
    volo_stop stop = has_stop ? wait_for_reports : NULL;
    OK(volo_engine_new(&options, &engine, error));
    memset(&reports, 0, sizeof reports);
    limit.depth = 3;
    OK(volo_engine_search(engine, &start, NULL, 0, &limit, stop, keep, &reports, infos, 2, &count, error));
    CHECK(reports.calls == 3 && reports.last.depth == 3 && reports.last.pv[0] == infos[0].pv[0]);
    CHECK(strcmp(reports.last.score, infos[0].score) == 0);
    reports.calls = 0;
    reports.most = 2;
    limit.depth = 60;
    OK(volo_engine_search(engine, &start, NULL, 0, &limit, stop, keep, &reports, infos, 2, &count, error));
    CHECK(reports.calls == 2 && infos[0].depth >= 2 && infos[0].depth < 60 && infos[0].length > 0);
    volo_engine_free(engine);
  }
}

/* A search takes a share of the clock of the player to move. */
static void test_clocks(void) {
  volo_position start = parsed(START_4);
  volo_engine_options options = {1, 0, 1 << 20, 0};
  volo_limit limit;
  volo_info info;
  volo_engine *engine;
  size_t count;
  OK(volo_engine_new(&options, &engine, error));
  memset(&limit, 0, sizeof limit);
  limit.orange_clock = 1;
  limit.blue_clock = 1000000;
  OK(volo_engine_search(engine, &start, NULL, 0, &limit, NULL, NULL, NULL, &info, 1, &count, error));
  CHECK(info.length > 0 && info.seconds > 0.02 && info.seconds < 1000);
  /* No time is left. */
  limit.orange_clock = 0;
  limit.orange_inc = 1000000;
  limit.remaining_moves = UINT32_MAX;
  OK(volo_engine_search(engine, &start, NULL, 0, &limit, NULL, NULL, NULL, &info, 1, &count, error));
  CHECK(info.length > 0);
  /* The other limits hold as well. */
  limit.orange_clock = 1e18;
  limit.blue_clock = limit.orange_inc = 0;
  limit.seconds = 0.001;
  OK(volo_engine_search(engine, &start, NULL, 0, &limit, NULL, NULL, NULL, &info, 1, &count, error));
  limit.orange_clock = limit.seconds = 0;
  FAILS(volo_engine_search(engine, &start, NULL, 0, &limit, NULL, keep, NULL, &info, 1, &count, error),
        VOLO_ERROR_ARGUMENT, "", -1, "limit");
  volo_engine_free(engine);
}

static void test_solver(void) {
  volo_position position = parsed(WON_AT_ONCE), start;
  volo_solution solution;
  volo_solve_options options;
  volo_move line[10];
  size_t count;
  int32_t plies;
  uint32_t searched;
  int calls = 0;
  OK(volo_solve(&position, NULL, NULL, NULL, &solution, line, 10, &count, error));
  CHECK(solution.value == VOLO_VALUE_WIN && solution.plies == 1 && count == 1);
  OK(volo_play(&position, line[0], &start, error));
  OK(volo_shortest_win(&position, 5, 0, NULL, NULL, &plies, &searched, line, 10, &count, error));
  CHECK(plies == 1 && searched == 1 && count == 6);
  memset(&options, 0, sizeof options);
  options.nodes = 1000;
  options.table_bytes = 1 << 20;
  start = parsed(START_4);
  OK(volo_solve(&start, &options, NULL, NULL, &solution, line, 10, &count, error));
  CHECK(solution.value == VOLO_VALUE_UNKNOWN && solution.plies == -1 && count == 0 && solution.nodes == 1000);
  options.nodes = 0;
  OK(volo_solve(&start, &options, always, &calls, &solution, line, 10, &count, error));
  CHECK(solution.value == VOLO_VALUE_UNKNOWN && calls == 1);
  OK(volo_shortest_win(&start, 99, 0, always, &calls, &plies, &searched, line, 10, &count, error));
  CHECK(plies == -1 && searched < 99);
}

/* A message that does not fit is cut, and still ends with a zero byte. */
static void test_long_messages(void) {
  volo_position start = parsed(START_4);
  volo_record *record;
  volo_error failure;
  char name[241];
  volo_tag tag;
  size_t i;
  /* A message quotes 80 characters of a text, and writes each of these as \u{202e}. */
  for (i = 0; i < 80; ++i) memcpy(name + 3 * i, "\xe2\x80\xae", 3);
  name[sizeof name - 1] = 0;
  tag.name = name;
  tag.value = "";
  CHECK(volo_record_new(&start, NULL, 0, &tag, 1, NULL, 0, &record, &failure) == VOLO_ERROR_RECORD);
  CHECK(strlen(failure.message) == VOLO_MESSAGE_SIZE - 1);
}

int main(void) {
  test_version();
  test_lists();
  test_rule_sets();
  test_spaces();
  test_positions();
  test_moves();
  test_random_moves();
  test_can_win();
  test_perft();
  test_symmetries();
  test_actions();
  test_games();
  test_records();
  test_formats();
  test_read();
  test_engine();
  test_evaluate();
  test_reports();
  test_clocks();
  test_solver();
  test_long_messages();
  return 0;
}

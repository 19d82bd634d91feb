/* Positions and moves that the library has not made, forks at any moment, and arrays and texts that are too long. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#include "check.h"

/* In a forked process, the allocator of the sanitizer may wait for a lock that another thread had. */
#if !defined(_WIN32) && !defined(__SANITIZE_ADDRESS__)
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What a process computes at the first use, and threads. */
static void *first_calls(void *nothing) {
  volo_position start;
  volo_engine_options options = {2, 0, 1 << 16, 0};
  volo_limit limit = {1.0, 100, 0, 0, 0, 0, 0, 0};
  volo_engine *engine;
  volo_info info;
  uint64_t nodes;
  size_t count;
  int edge;
  OK(volo_position_start(NULL, &start, error));
  for (edge = 4; edge <= 8; ++edge) OK(volo_action_count(edge, &count, error));
  OK(volo_perft(&start, 1, 2, NULL, NULL, &nodes, error));
  OK(volo_engine_new(&options, &engine, error));
  OK(volo_engine_search(engine, &start, NULL, 0, &limit, NULL, NULL, NULL, &info, 1, &count, error));
  volo_engine_free(engine);
  return nothing;
}

/* What several threads use at once. */
struct shared {
  volo_engine *engine;
  volo_records *records;
  volo_record *record;
  volo_position position;
  pthread_mutex_t counts;
  int searches;
  int games;
};

static void *use(void *context) {
  struct shared *shared = (struct shared *)context;
  volo_limit limit = {0.0, 100, 0, 0, 0, 0, 0, 0};
  volo_info info;
  volo_record *game;
  volo_move mv;
  int searches = 0, games = 0, code, round;
  char text[300];
  size_t count;
  uint64_t nodes;
  for (round = 0; round < 200; ++round) {
    code = volo_engine_search(shared->engine, &shared->position, NULL, 0, &limit, NULL, NULL, NULL, &info, 1, &count, NULL);
    CHECK(code == VOLO_OK || code == VOLO_ERROR_BUSY);
    searches += code == VOLO_OK && info.length > 0;
    code = volo_records_next(shared->records, &game, NULL);
    CHECK(code == VOLO_OK || code == VOLO_ERROR_BUSY);
    if (code == VOLO_OK && game != NULL) {
      ++games;
      volo_record_free(game);
    }
    OK(volo_record_moves(shared->record, &mv, 1, &count, error));
    CHECK(count == 1 && mv == move_of(4, "a3"));
    OK(volo_position_text(&shared->position, text, sizeof text, NULL, error));
    OK(volo_perft(&shared->position, 2, 2, NULL, NULL, &nodes, error));
    CHECK(nodes == 81 && strcmp(text, START_4) == 0);
  }
  pthread_mutex_lock(&shared->counts);
  shared->searches += searches;
  shared->games += games;
  pthread_mutex_unlock(&shared->counts);
  return NULL;
}

/* Each call with a handle that other threads use at once succeeds, or returns VOLO_ERROR_BUSY. */
static void test_threads(void) {
  struct shared shared;
  volo_engine_options options = {1, 0, 1 << 16, 0};
  pthread_t threads[4];
  volo_move mv = move_of(4, "a3");
  size_t length, i;
  memset(&shared, 0, sizeof shared);
  CHECK(pthread_mutex_init(&shared.counts, NULL) == 0);
  shared.position = parsed(START_4);
  OK(volo_engine_new(&options, &shared.engine, error));
  OK(volo_record_new(&shared.position, &mv, 1, NULL, 0, NULL, 0, &shared.record, error));
  {
    volo_record *games[300];
    char *file;
    for (i = 0; i < 300; ++i) games[i] = shared.record;
    OK(volo_records_text(games, 300, NULL, NULL, 0, &length, error));
    file = NEW(char, length + 1);
    OK(volo_records_text(games, 300, NULL, file, length + 1, NULL, error));
    OK(volo_records_open(file, length, NULL, &shared.records, error));
    free(file);
  }
  for (i = 0; i < 4; ++i) CHECK(pthread_create(&threads[i], NULL, use, &shared) == 0);
  for (i = 0; i < 4; ++i) CHECK(pthread_join(threads[i], NULL) == 0);
  CHECK(shared.searches > 0 && shared.games > 0 && shared.games <= 300);
  volo_engine_free(shared.engine);
  volo_records_free(shared.records);
  volo_record_free(shared.record);
}

/* A process that is forked while another thread uses the library for the first time can use it, too. */
static void test_forks(void) {
  int status, moment;
  for (moment = 0; moment < 60; ++moment) {
    pid_t parent = fork(), child;
    CHECK(parent >= 0);
    if (parent > 0) {
      CHECK(waitpid(parent, &status, 0) == parent && status == 0);
      continue;
    }
    {
      struct timespec some = {0, moment * 50000};
      pthread_t thread;
      CHECK(pthread_create(&thread, NULL, first_calls, NULL) == 0);
      nanosleep(&some, NULL);
      child = fork();
      CHECK(child >= 0);
      if (child == 0) {
        alarm(20);
        first_calls(NULL);
        _exit(0);
      }
      CHECK(waitpid(child, &status, 0) == child && status == 0);
      pthread_join(thread, NULL);
      _exit(0);
    }
  }
}
#endif

/* The sanitizer needs more memory than a limit would allow. */
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
/* Allows this number of bytes more than are in use; 0 for any number. */
static void limit_memory(size_t more) {
  struct rlimit limit;
  unsigned long pages;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file != NULL && fscanf(file, "%lu", &pages) == 1);
  fclose(file);
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = more == 0 ? limit.rlim_max : pages * (rlim_t)sysconf(_SC_PAGESIZE) + more;
  CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
}

/* An array or a text of any size is an error, and takes no memory that there is not. */
static void test_sizes(void) {
  const size_t many = 8000000, most = 40000000, some = 10000000;
  volo_position start = parsed(START_4), read;
  volo_position *earlier = NEW(volo_position, 400000);
  volo_move *moves = NEW(volo_move, many), mv;
  char *text = NEW(char, most + 1);
  volo_comment comment = {0, text};
  volo_tag tag = {"Event", text};
  volo_engine_options options = {1, 0, 1 << 16, 0}, large = {1, 0, (uint64_t)1 << 30, 0};
  volo_solve_options solving = {0, 0.0, (uint64_t)1 << 30, 0};
  volo_limit limit = {0.0, 100, 0, 0, 0, 0, 0, 0};
  volo_games games;
  volo_results results;
  volo_solution solution;
  volo_rule_set rules;
  volo_space space;
  volo_record *record;
  volo_records *records;
  volo_engine *engine, *other;
  volo_info info;
  size_t i, count;
  for (i = 0; i < many; ++i) moves[i] = move_of(4, "a3");
  for (i = 0; i < 400000; ++i) earlier[i] = start;
  memset(text, 'o', most);
  text[most] = 0;
  memset(&results, 0, sizeof results);
  memset(&games, 0, sizeof games);
  games.start = start;
  games.games = (size_t)1 << 30;
  OK(volo_engine_new(&options, &engine, error));
  OK(volo_engine_search(engine, &start, NULL, 0, &limit, NULL, NULL, NULL, &info, 1, &count, error));

  FAILS(volo_record_new(&start, moves, many, NULL, 0, NULL, 0, &record, error), VOLO_ERROR_RECORD, "R6", -1, "ply 2");
  FAILS(volo_record_new(&start, NULL, 0, NULL, 0, &comment, 1, &record, error), VOLO_ERROR_RECORD, "", -1, "bytes");
  FAILS(volo_record_new(&start, NULL, 0, &tag, 1, NULL, 0, &record, error), VOLO_ERROR_RECORD, "", -1, "bytes");

  limit_memory(8000000);
  FAILS(volo_record_new(&start, moves, many, NULL, 0, NULL, 0, &record, error), VOLO_ERROR_MEMORY, "", -1, "record");
  FAILS(volo_engine_search(engine, &start, earlier, 400000, &limit, NULL, NULL, NULL, &info, 1, &count, error),
        VOLO_ERROR_MEMORY, "", -1, "earlier positions");
  FAILS(volo_records_open(text, most, NULL, &records, error), VOLO_ERROR_MEMORY, "", -1, "text");
  FAILS(volo_engine_new(&large, &other, error), VOLO_ERROR_MEMORY, "", -1, "table");
  FAILS(volo_solve(&start, &solving, NULL, NULL, &solution, NULL, 0, &count, error), VOLO_ERROR_MEMORY, "", -1, "memory");
  FAILS(volo_play_games(&games, &results, NULL, 0, NULL, NULL, NULL, error), VOLO_ERROR_MEMORY, "", -1, "results");
  text[1] = '/'; /* not the name of a rule set */
  CHECK(volo_position_parse(text, &read, NULL) == VOLO_ERROR_NOTATION);
  CHECK(volo_position_from_board(text, NULL, -1, -1, &read, NULL) == VOLO_ERROR_NOTATION);
  CHECK(volo_rule_set_parse(text, &rules, NULL) == VOLO_ERROR_RULES);
  CHECK(volo_move_parse(4, text, &mv, NULL) == VOLO_ERROR_NOTATION);
  CHECK(volo_parse_legal_move(&start, text, &mv, NULL) == VOLO_ERROR_NOTATION);
  CHECK(volo_space_parse(4, text, &space, NULL) == VOLO_ERROR_NOTATION);
  games.orange = text;
  CHECK(volo_play_games(&games, &results, NULL, 0, NULL, NULL, NULL, NULL) == VOLO_ERROR_ARGUMENT);
  text[some] = 0;
  FAILS(volo_record_new(&start, NULL, 0, NULL, 0, &comment, 1, &record, error), VOLO_ERROR_MEMORY, "", -1, "record");
  FAILS(volo_record_new(&start, NULL, 0, &tag, 1, NULL, 0, &record, error), VOLO_ERROR_MEMORY, "", -1, "record");
  limit_memory(0);
  OK(volo_record_new(&start, NULL, 0, NULL, 0, &comment, 1, &record, error));
  /* A text is written without a copy. */
  limit_memory(8000000);
  OK(volo_record_comment(record, 0, &i, NULL, 0, &count, error));
  CHECK(i == 0 && count == some);
  limit_memory(0);
  volo_record_free(record);
  volo_engine_free(engine);
  free(earlier);
  free(moves);
  free(text);
}
#endif

/* Bytes that this process has not made are checked, and a changed position is refused or read as another one. */
static void test_hostile_positions(void) {
  volo_position start = parsed(START_4), bad, next;
  volo_move moves[300], mv;
  double expected;
  int32_t can_win;
  size_t count, word;
  unsigned bit;
  uint64_t random = 1;
  char text[300];
  int i;
  for (word = 0; word < 11; ++word) {
    for (bit = 0; bit < 64; ++bit) {
      bad = start;
      bad.words[word] ^= (uint64_t)1 << bit;
      if (volo_legal_moves(&bad, moves, 300, &count, NULL) == VOLO_OK) {
        CHECK(count < 300);
        CHECK(count == 0 || volo_play(&bad, moves[count - 1], &next, NULL) == VOLO_OK);
        OK(volo_evaluate(&bad, &expected, error));
        OK(volo_can_win(&bad, &can_win, error));
        OK(volo_random_move(&bad, next_random, &random, &mv, error));
        CHECK(expected >= -1 && expected <= 1 && (mv == VOLO_NO_MOVE) == (count == 0));
      } else {
        CHECK(word < 9);
      }
    }
  }
  for (i = 0; i < 2000; ++i) {
    for (word = 0; word < 11; ++word) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      bad.words[word] = i % 2 ? random : (random >> 32) & (random << 16);
    }
    CHECK(volo_legal_moves(&bad, moves, 300, &count, NULL) == VOLO_ERROR_POSITION);
  }
  memset(&bad, 0, sizeof bad);
  FAILS(volo_legal_moves(&bad, moves, 300, &count, error), VOLO_ERROR_POSITION, "", -1, "not those of a position");
  /* Without its seal, a position is read as one from another process. */
  bad = start;
  bad.words[9] = 1;
  bad.words[10] = 2;
  OK(volo_position_text(&bad, text, sizeof text, NULL, error));
  CHECK(strcmp(text, START_4) == 0);
}

/* Any number is refused, or is a move that all functions accept. */
static void test_hostile_moves(void) {
  volo_position start, next;
  volo_move mv, image;
  volo_move_description parts;
  volo_decision decision, after;
  volo_action actions[2];
  volo_action action;
  size_t count, i, accepted = 0;
  char text[24];
  int legal, code;
  uint64_t random = 1;
  OK(volo_position_start(NULL, &start, error));
  OK(volo_decision_start(&start, &decision, error));
  for (i = 0; i < 100000; ++i) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    mv = (volo_move)(random >> 32);
    if (i % 2) mv = (mv & 0x1fffffff) | 0x60000000; /* on the standard sky */
    action = (volo_action)(random >> 40);
    code = volo_decision_step(&decision, action, &after, NULL);
    CHECK(code == VOLO_OK || code == VOLO_ERROR_MOVE || code == VOLO_ERROR_ARGUMENT);
    decision.chosen = mv;
    CHECK(volo_decision_step(&decision, action, &after, NULL) != VOLO_OK);
    decision.chosen = VOLO_NO_MOVE;
    if (volo_move_text(mv, text, sizeof text, NULL, NULL) != VOLO_OK) {
      CHECK(volo_move_describe(mv, &parts, NULL) == VOLO_ERROR_ARGUMENT);
      CHECK(volo_play(&start, mv, &next, NULL) == VOLO_ERROR_ARGUMENT);
      continue;
    }
    ++accepted;
    OK(volo_move_describe(mv, &parts, error));
    CHECK(move_of(parts.edge, text) == mv);
    OK(volo_move_transform(mv, 7, &image, error));
    code = volo_move_actions(mv, actions, 2, &count, NULL);
    CHECK(code == VOLO_OK || code == VOLO_ERROR_MOVE);
    if (parts.edge == 7) {
      OK(volo_is_legal(&start, mv, &legal, error));
      CHECK(volo_play(&start, mv, &next, NULL) == (legal ? VOLO_OK : VOLO_ERROR_MOVE));
    }
  }
  CHECK(accepted > 100);
}

int main(void) {
#if !defined(_WIN32) && !defined(__SANITIZE_ADDRESS__)
  test_forks(); /* before any other call */
#endif
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
  test_sizes();
#endif
  test_hostile_positions();
  test_hostile_moves();
#if !defined(_WIN32) && !defined(__SANITIZE_ADDRESS__)
  test_threads();
#endif
  return 0;
}

/* Plays a move, counts the legal answers, shows an error, plays random games and asks the engine.
 *
 * cc example.c $(pkg-config --cflags --libs volo) -o example
 */
#include <stdio.h>
#include <volo.h>

#define GAMES 100

/* Ends the program with the message of an error. */
static int failed(const volo_error *error) {
  fprintf(stderr, "%s\n", error->message);
  return 1;
}

int main(void) {
  volo_error error;
  volo_position position;
  volo_description parts;
  volo_move mv;
  char text[24];
  size_t count;

  if (volo_position_parse("2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4", &position, &error)) return failed(&error);
  if (volo_parse_legal_move(&position, "a3", &mv, &error)) return failed(&error);
  if (volo_play(&position, mv, &position, &error)) return failed(&error);
  if (volo_position_describe(&position, &parts, &error)) return failed(&error);
  if (volo_legal_moves(&position, NULL, 0, &count, &error)) return failed(&error);
  printf("%s has %d legal moves\n", parts.turn == VOLO_ORANGE ? "orange" : "blue", (int)count);

  /* An illegal move is an error with the ruling that it breaks. */
  if (volo_parse_legal_move(&position, "pass", &mv, &error) != VOLO_OK) {
    printf("%s: %s\n", error.ruling, error.reason);
  }

  /* Random games. Results that this program does not need stay NULL. */
  int8_t winner[GAMES];
  volo_games games = {.size = sizeof games, .start = position, .games = GAMES, .seed = 1};
  volo_results results = {.size = sizeof results, .winner = winner};
  int wins = 0, i;
  if (volo_play_games(&games, &results, NULL, 0, NULL, NULL, NULL, &error)) return failed(&error);
  for (i = 0; i < GAMES; ++i) wins += winner[i] == VOLO_BLUE;
  printf("Blue wins %d of %d random games\n", wins, GAMES);

  volo_engine *engine;
  volo_limit limit = {.size = sizeof limit, .nodes = 2000};
  volo_info info;
  if (volo_engine_new(NULL, &engine, &error)) return failed(&error);
  int code = volo_engine_search(engine, &position, NULL, 0, &limit, NULL, NULL, NULL, &info, 1, &count, &error);
  volo_engine_free(engine);
  if (code || volo_move_text(info.pv[0], text, sizeof text, NULL, &error)) return failed(&error);
  printf("the engine plays %s, score %s\n", text, info.score);
  return 0;
}

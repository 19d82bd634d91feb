/* Answers each position that it reads with a move of the engine, under a clock, and writes what each depth finds.
 *
 * cc bot.c $(pkg-config --cflags --libs volo) -o bot
 * echo "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4" | ./bot
 */
#include <stdio.h>
#include <string.h>
#include <volo.h>

#define LONGEST_GAME 1000

static int write_depth(void *context, const volo_info *infos, size_t count) {
  char text[24];
  (void)context;
  if (count > 0 && volo_move_text(infos[0].pv[0], text, sizeof text, NULL, NULL) == VOLO_OK) {
    printf("depth %u: %s, score %s\n", (unsigned)infos[0].depth, text, infos[0].score);
  }
  return 0; /* another number would stop the search */
}

/* The time after a move. */
static double left(double clock, double spent, double increment) {
  return (spent < clock ? clock - spent : 0) + increment;
}

int main(void) {
  static volo_position game[LONGEST_GAME];
  volo_limit limit = {
      .size = sizeof limit, .orange_clock = 10, .blue_clock = 10, .orange_inc = 0.1, .blue_inc = 0.1};
  volo_error error;
  volo_engine *engine;
  size_t earlier = 0, count;
  char line[400], text[24];

  if (volo_engine_new(NULL, &engine, &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  while (earlier < LONGEST_GAME && fgets(line, sizeof line, stdin)) {
    volo_position *position = &game[earlier];
    volo_description parts;
    volo_outcome outcome;
    volo_info info;
    line[strcspn(line, "\n")] = 0;
    if (volo_position_parse(line, position, &error) || volo_position_outcome(position, &outcome, &error) ||
        volo_position_describe(position, &parts, &error)) {
      printf("error: %s\n", error.message);
      continue;
    }
    if (outcome.winner != VOLO_ONGOING) {
      printf("%s [%s]\n", outcome.message, outcome.ruling);
      continue;
    }
    if (volo_engine_search(engine, position, game, earlier, &limit, NULL, write_depth, NULL, &info, 1, &count, &error) ||
        volo_move_text(info.pv[0], text, sizeof text, NULL, &error)) {
      printf("error: %s\n", error.message);
      continue;
    }
    printf("move %s\n", text);
    if (parts.turn == VOLO_ORANGE) limit.orange_clock = left(limit.orange_clock, info.seconds, limit.orange_inc);
    if (parts.turn == VOLO_BLUE) limit.blue_clock = left(limit.blue_clock, info.seconds, limit.blue_inc);
    ++earlier; /* a move that comes back to this position counts as a draw */
  }
  volo_engine_free(engine);
  return 0;
}

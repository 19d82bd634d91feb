/* Positions and moves that the library has not made. */
#include "check.h"

/* Bytes that this process has not made are checked, and a changed position is refused or read as another one. */
static void test_hostile_positions(void) {
  volo_position start = parsed(START_4), bad, next;
  volo_move moves[300];
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
  test_hostile_positions();
  test_hostile_moves();
  return 0;
}

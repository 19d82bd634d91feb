/* What the tests in C share. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "volo.h"

#define CHECK(condition)                                                              \
  do {                                                                                \
    if (!(condition)) {                                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                 \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

/* The call succeeds. */
#define OK(call)                                                                      \
  do {                                                                                \
    volo_error failure;                                                               \
    volo_error *error = &failure;                                                     \
    if ((call) != VOLO_OK) {                                                          \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, failure.message); \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

/* The call fails with a code, a ruling and an offset, and a message that has a text. */
#define FAILS(call, expected, rule, place, text)                                      \
  do {                                                                                \
    volo_error failure;                                                               \
    volo_error *error = &failure;                                                     \
    memset(&failure, 0, sizeof failure);                                              \
    CHECK((call) == (expected));                                                      \
    CHECK(failure.code == (expected));                                                \
    CHECK(strcmp(failure.ruling, rule) == 0);                                         \
    if (failure.offset != (place)) fprintf(stderr, "%s\n", failure.message);           \
    CHECK(failure.offset == (place));                                                 \
    if (strstr(failure.message, text) == NULL) {                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, failure.message);            \
      exit(1);                                                                        \
    }                                                                                 \
  } while (0)

/* The place for the items of an array. There is always at least one, so that the pointer is not NULL. */
#define NEW(type, count) ((type *)allocated((count) * sizeof(type)))

static inline void *allocated(size_t size) {
  void *memory = malloc(size ? size : 1);
  CHECK(memory != NULL);
  return memory;
}

/* A file of which a callback reads so many bytes at once. */
struct pieces {
  const char *text;
  size_t length;
  size_t piece;
};

static inline int64_t next_piece(void *context, uint8_t *bytes, size_t capacity) {
  struct pieces *rest = (struct pieces *)context;
  size_t length = rest->length < rest->piece ? rest->length : rest->piece;
  CHECK(length <= capacity);
  if (length > 0) memcpy(bytes, rest->text, length);
  rest->text += length;
  rest->length -= length;
  return (int64_t)length;
}

/* Random numbers, which a callback returns. The context is the state. */
static inline uint64_t next_random(void *context) {
  uint64_t *state = (uint64_t *)context;
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state ^ *state >> 32;
}

#define START_4 "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"

static inline volo_position parsed(const char *text) {
  volo_position position;
  OK(volo_position_parse(text, &position, error));
  return position;
}

static inline volo_move move_of(int edge, const char *text) {
  volo_move mv;
  OK(volo_move_parse(edge, text, &mv, error));
  return mv;
}

#endif

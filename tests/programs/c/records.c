/* Writes the games of a file in any format as JSON lines, and the errors in it.
 *
 * cc records.c $(pkg-config --cflags --libs volo) -o records && ./records game.sgf
 */
#include <stdio.h>
#include <stdlib.h>
#include <volo.h>

static int64_t read_some(void *file, uint8_t *bytes, size_t capacity) {
  size_t length = fread(bytes, 1, capacity, (FILE *)file);
  return length == 0 && ferror((FILE *)file) ? VOLO_READ_FAILED : (int64_t)length;
}

/* Writes a game, and returns whether that has succeeded. */
static int written(volo_record *record, volo_error *error) {
  size_t length;
  char *text;
  if (volo_records_text(&record, 1, "jsonl", NULL, 0, &length, error)) return 0;
  text = malloc(length + 1);
  if (text == NULL || volo_records_text(&record, 1, "jsonl", text, length + 1, NULL, error)) return 0;
  fputs(text, stdout);
  free(text);
  return 1;
}

int main(int count, char **arguments) {
  volo_error error = {.message = "cannot open the file"};
  volo_read_options options = {.size = sizeof options, .lenient = 1};
  volo_records *records;
  volo_record *record;
  int failed = 0;
  FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
  if (file == NULL || volo_records_open_file(read_some, file, &options, &records, &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  for (;;) {
    int code = volo_records_next(records, &record, &error);
    if (code == VOLO_OK && record == NULL) break; /* the end */
    if (code != VOLO_OK || !written(record, &error)) {
      fprintf(stderr, "%s\n", error.message);
      failed = 1;
    }
    volo_record_free(record);
    if (code != VOLO_OK && code != VOLO_ERROR_RECORD) break;
  }
  volo_records_free(records);
  fclose(file);
  return failed;
}

/* volo.h: the rules engine for Volo, the abstract game of birds by Dieter Stein.
 *
 * Errors. A function that can fail returns VOLO_OK, which is 0, or one of the numbers VOLO_ERROR_... Its last parameter
 * is a volo_error of the caller, which is written if the function fails; it may be NULL. After an error, no result is
 * written, unless the description says otherwise.
 *
 * Pointers. A pointer may be NULL only if the description says so, or if it is an array with a capacity or count of 0.
 * Otherwise NULL is the error VOLO_ERROR_ARGUMENT.
 *
 * Arrays. The caller passes an array with its capacity, and gets the number of items in `count`. If this is greater than
 * the capacity, only the first items were written. With a capacity of 0, a call only counts.
 *
 * Texts. Texts are UTF-8 and end with a zero byte. A text that does not fit is cut between two characters, and
 * there is always a zero byte, unless the capacity is 0. `length` gets the length of the whole text without
 * the zero byte, and may be NULL.
 *
 * Memory. Positions and other structs are values, which need not be freed. Only volo_engine, volo_record and
 * volo_records are handles with a function that frees them. A callback must not free the handle that is in use.
 *
 * Lists. volo_list has the names that texts and functions use, such as those of rule sets and of formats.
 *
 * Threads. All functions may be called on any thread with 512 KiB of stack. Two threads must not use the same memory of the
 * caller at the same time if one of them writes it. Functions that take a number of threads may leave threads that wait for
 * the next call. Rulings such as R11 are those of docs/RULES.md.
 *
 * This file is generated from capi/src by `make test-c HEADER=`.
 */

#ifndef VOLO_H
#define VOLO_H

#include <stddef.h>
#include <stdint.h>

// The number of this interface. It changes whenever a program that was compiled for an earlier interface might no longer
// work; the name of the shared library ends with it. A program can compare it with `volo_abi_version()`, to be sure that
// the shared library fits the header.
#define VOLO_ABI_VERSION 1

// The function has succeeded.
#define VOLO_OK 0

// A pointer that must not be NULL is NULL, or a number is out of range.
#define VOLO_ERROR_ARGUMENT 1

// A text does not have the expected form. `offset` is the place of the error in the text.
#define VOLO_ERROR_NOTATION 2

// A rule set is invalid.
#define VOLO_ERROR_RULES 3

// A position is invalid.
#define VOLO_ERROR_POSITION 4

// A move is illegal. `ruling` is the rule that it breaks.
#define VOLO_ERROR_MOVE 5

// A text is not a game record, or a game cannot have such a record. `volo_records_faults` has more about a text.
#define VOLO_ERROR_RECORD 6

// A callback stopped the work.
#define VOLO_ERROR_STOPPED 7

// There is not enough memory.
#define VOLO_ERROR_MEMORY 8

// Another thread uses the handle.
#define VOLO_ERROR_BUSY 9

// The library has a bug. The function has stopped without writing its results. Please report this.
#define VOLO_ERROR_INTERNAL 10

// A callback could not read a file.
#define VOLO_ERROR_INPUT 11

// The number of bytes in the message of an error, with the zero byte.
#define VOLO_MESSAGE_SIZE 512

// The named rule sets. `volo_rule_set_parse` reads each name.
#define VOLO_LIST_RULE_SETS 0

// When a player may pass (ruling R13).
#define VOLO_LIST_PASS_RULES 1

// What happens if neither player can go on (ruling R14b).
#define VOLO_LIST_END_RULES 2

// The reasons why a game is over, in the order of `VOLO_FLOCK`, `VOLO_PASSES` and `VOLO_STUCK`.
#define VOLO_LIST_REASONS 3

// The directions, from E clockwise.
#define VOLO_LIST_DIRECTIONS 4

// The symmetries of a sky.
#define VOLO_LIST_SYMMETRIES 5

// How a player of random games chooses moves.
#define VOLO_LIST_POLICIES 6

// The formats of game records.
#define VOLO_LIST_FORMATS 7

// The results of game records, as in the tag "Result".
#define VOLO_LIST_RESULTS 8

// What ended the game of a record, as in the tag "Termination".
#define VOLO_LIST_TERMINATIONS 9

// The numbers of spaces on an edge of the sky.
#define VOLO_LIST_EDGES 10

// The levels of the engine, the weakest first.
#define VOLO_LIST_LEVELS 11

// The values of a position, in the order of `VOLO_VALUE_WIN`, `VOLO_VALUE_LOSS`, `VOLO_VALUE_DRAW` and
// `VOLO_VALUE_UNKNOWN`.
#define VOLO_LIST_VALUES 12

// The planes of an observation.
#define VOLO_LIST_PLANES 13

// The player Orange, who begins.
#define VOLO_ORANGE 0

// The player Blue.
#define VOLO_BLUE 1

// A game without a winner (ruling R14).
#define VOLO_DRAW -1

// A game that was truncated after a number of plies.
#define VOLO_TRUNCATED -2

// A game that is not over.
#define VOLO_ONGOING -3

// All birds of the winner form one flock (rulings R17 and R18).
#define VOLO_FLOCK 0

// Two passes in a row (ruling R14).
#define VOLO_PASSES 1

// Neither player can add or fly any more (ruling R14b).
#define VOLO_STUCK 2

// The game is not over, or was truncated.
#define VOLO_NO_REASON -1

// A number that no move has.
#define VOLO_NO_MOVE 4294967295

// A player adds a bird (ruling R6).
#define VOLO_ADD 0

// A line of birds flies (ruling R9).
#define VOLO_FLY 1

// A player passes (ruling R13).
#define VOLO_PASS 2

// The number of symmetries of a sky. They are numbered from 0: the identity, the rotations by 60 to 300 degrees
// clockwise, then the reflection that exchanges left and right, followed by each of these rotations.
// `VOLO_LIST_SYMMETRIES` has their names.
#define VOLO_SYMMETRIES 12

// The number of planes: sky, own birds, other birds, vacant, turn, passes, own hand, other hand, pass rule, end rule,
// and the line of the chosen flight before and after it. The page of observations in the documentation explains them.
#define VOLO_PLANES 12

// The function cannot read the file.
#define VOLO_READ_FAILED -1

// The function wants no more bytes.
#define VOLO_READ_STOPPED -2

// The player to move can force a win.
#define VOLO_VALUE_WIN 0

// The opponent can force a win.
#define VOLO_VALUE_LOSS 1

// Neither player can force a win.
#define VOLO_VALUE_DRAW 2

// A limit or the callback ended the search before the value was known.
#define VOLO_VALUE_UNKNOWN 3

// An engine, which finds good moves. `volo_engine_free` frees it. One thread at a time may use it.
typedef struct volo_engine volo_engine;

// A game with its tags, comments and result. `volo_record_free` frees it. It never changes, so several threads may use it.
typedef struct volo_record volo_record;

// The records of a file, which are read one after the other. `volo_records_free` frees them.
typedef struct volo_records volo_records;

// An entry of a list. Its texts are never NULL and never freed.
typedef struct volo_entry {
  // The name.
  const char *name;
  // What the name means, in a few words or a sentence; empty in some lists.
  const char *description;
  // The suffix of the files of a format, such as ".volo"; empty in all other lists.
  const char *suffix;
} volo_entry;

// A rule set.
typedef struct volo_rule_set {
  // The length of the edge of the sky, 4 to 8. The standard sky has 7.
  int32_t edge;
  // The number of birds of each player, 3 to 255; 0 if it is unlimited.
  int32_t supply;
  // When a player may pass: a number of `VOLO_LIST_PASS_RULES` (ruling R13).
  int32_t passing;
  // What happens if neither player can go on: a number of `VOLO_LIST_END_RULES` (ruling R14b).
  int32_t stuck;
} volo_rule_set;

// Why a function failed. It is written only if the function fails.
typedef struct volo_error {
  // One of the numbers `VOLO_ERROR_...`, the same that the function returns.
  int32_t code;
  // The ruling that a move breaks, such as "R6" or "R14b"; otherwise empty. docs/RULES.md has the rulings.
  char ruling[8];
  // The number of bytes before the error in the text that was read, or -1.
  int64_t offset;
  // A message in English for a developer, which names the offset and the ruling. A message that is too long is cut.
  char message[512];
} volo_error;

// A space: its number, 1 to 255. The number is 16 * row + column. The top row is row 0, and the columns are axial: a
// step to the east adds 1 to the number, one to the south-east 16, and one to the south-west 15. A sky has some of
// these spaces.
typedef uint8_t volo_space;

// A set of spaces. Space `s` is a member if bit `s % 64` of `words[s / 64]` is 1.
typedef struct volo_set {
  // The bits of the spaces 0 to 63, 64 to 127, 128 to 191 and 192 to 255. Bit 0 is not a space.
  uint64_t words[4];
} volo_set;

// A position. It is a value: copy it by assignment or `memcpy`, and there is nothing to free.
//
// Only this library makes positions. Every function checks those that it gets, so any bytes are safe to pass. Positions
// that one process has made are equal if their bytes are. A position that another process has made is accepted, but
// checking it takes longer. To store a position, write its text.
typedef struct volo_position {
  // Private.
  uint64_t words[11];
} volo_position;

// The parts of a position.
typedef struct volo_description {
  // The rule set.
  struct volo_rule_set rules;
  // The player to move: `VOLO_ORANGE` or `VOLO_BLUE`.
  int32_t turn;
  // The number of passes just made: 0, 1 or 2.
  int32_t passes;
  // The birds of Orange and of Blue in the sky.
  struct volo_set birds[2];
  // The vacant spaces.
  struct volo_set vacant;
  // The number of birds that Orange and Blue have left to add; -1 if it is unlimited.
  int32_t in_hand[2];
  // The Zobrist key. Equal positions have equal keys, in every process.
  uint64_t key;
} volo_description;

// How a game has ended.
typedef struct volo_outcome {
  // `VOLO_ORANGE`, `VOLO_BLUE`, `VOLO_DRAW` or `VOLO_ONGOING`.
  int32_t winner;
  // `VOLO_FLOCK`, `VOLO_PASSES`, `VOLO_STUCK` or `VOLO_NO_REASON`.
  int32_t reason;
  // The ruling by which the game is over, such as "R17"; empty if it is not over.
  char ruling[8];
  // A sentence, such as "Blue wins: all birds in one flock"; empty if the game is not over.
  char message[64];
} volo_outcome;

// A region of a player: the spaces that open paths connect (ruling R15).
typedef struct volo_region {
  // The player's birds in the region. There is at least one.
  struct volo_set birds;
  // The vacant spaces of the region.
  struct volo_set vacant;
} volo_region;

// A move and the edge of its sky, packed into a number. `volo_move_describe` unpacks it. Two moves are equal if their
// numbers are. The number of a pass depends only on the edge.
typedef uint32_t volo_move;

// The parts of a move. A part that a kind of move does not have is 0.
typedef struct volo_move_description {
  // `VOLO_ADD`, `VOLO_FLY` or `VOLO_PASS`.
  int32_t kind;
  // The length of the edge of the sky.
  int32_t edge;
  // The space of an add, or the spaces of a line before its flight: the lower end first, in a row the left one.
  volo_space from[16];
  // The spaces of the line after the flight, in the same order.
  volo_space to[16];
  // The number of birds that fly.
  int32_t length;
  // The direction of the flight: a number of `VOLO_LIST_DIRECTIONS`.
  int32_t direction;
  // The number of steps of the flight.
  int32_t distance;
  // A space of the region to keep, if the flight divides the opponent (ruling R15).
  volo_space keep;
} volo_move_description;

// A function of the caller that stops the work by returning a number that is not 0. It is called every few milliseconds
// with the `context` that was passed with it, on the thread that called the library, while other threads do the work. It
// must return normally, without an exception or `longjmp`.
typedef int (*volo_stop)(void *context);

// An action: the number, from 0, of what a player decides. A turn is one decision, or two if a flight divides the opponent
// (ruling R15). The numbers never change between versions.
typedef uint16_t volo_action;

// A decision: a position, and the flight for which the player must now choose the region to keep, if any. Like a position,
// it is a value. Begin with `volo_decision_start`.
typedef struct volo_decision {
  // The position at the beginning of the turn.
  struct volo_position position;
  // The flight that was chosen, or `VOLO_NO_MOVE` for the first decision of a turn.
  volo_move chosen;
  // Always 0.
  uint32_t reserved;
} volo_decision;

// How a decision is observed.
typedef struct volo_view {
  // The number of rows, and of columns, of a plane: 7, 9, 11, 13 or 15, and at least 2 * edge - 1; 0 for 2 * edge - 1.
  int32_t side;
  // The player whose birds are the own ones: 0 for the player to move, 1 for Orange, 2 for Blue.
  int32_t seen_by;
  // The symmetry by which the position is transformed first.
  int32_t symmetry;
} volo_view;

// What to play.
typedef struct volo_games {
  // The first position of each game.
  struct volo_position start;
  // The seed. A game depends on the seed and on its number alone.
  uint64_t seed;
  // The number of the first game. Later calls can go on with other numbers.
  uint64_t first;
  // The number of games.
  size_t games;
  // The number of plies after which a game is truncated; 0 for 2,000.
  uint32_t max_plies;
  // The number of threads; 0 for one. The results are the same for any number.
  uint32_t threads;
  // How Orange chooses moves: a name of `VOLO_LIST_POLICIES`, or an engine such as "engine:400". NULL means "uniform".
  const char *orange;
  // How Blue chooses moves. NULL means "uniform".
  const char *blue;
} volo_games;

// Where the results of games are written. Each pointer is NULL, or an array with an item for each game.
typedef struct volo_results {
  // The winner: `VOLO_ORANGE`, `VOLO_BLUE`, `VOLO_DRAW` or `VOLO_TRUNCATED`.
  int8_t *winner;
  // `VOLO_FLOCK`, `VOLO_PASSES`, `VOLO_STUCK` or `VOLO_NO_REASON`.
  int8_t *reason;
  // The number of plies.
  int32_t *plies;
  // The number of Orange's birds at the end.
  int16_t *orange_birds;
  // The number of Blue's birds at the end.
  int16_t *blue_birds;
  // The number of adds.
  int32_t *adds;
  // The number of flights.
  int32_t *flights;
  // The number of passes.
  int32_t *passes;
  // The number of flights that removed birds of the opponent (ruling R15).
  int32_t *clearings;
  // Whether the last move handed the win to the opponent (ruling R18).
  uint8_t *handed_over;
  // The sum of the numbers of legal moves before each ply. Counting them takes time.
  int64_t *legal_moves;
} volo_results;

// How records are read. A field that is NULL or 0 has its default.
typedef struct volo_read_options {
  // The format: a name of `VOLO_LIST_FORMATS`. By default, it is detected from the beginning of the file.
  const char *format;
  // The name of the file, without its folder. Boardspace writes the date of a game into it.
  const char *file_name;
  // 1 to accept the deviations that the documentation of each format lists, such as variations, which are skipped.
  int32_t lenient;
  // 1 to skip games other than Volo, which files of Abstract Play may have. Otherwise each of them is an error.
  int32_t skip_other_games;
} volo_read_options;

// A function of the caller that reads the next bytes of a file. It writes at most `capacity` of them to `bytes`, and
// returns how many it wrote, 0 at the end of the file, `VOLO_READ_STOPPED`, or `VOLO_READ_FAILED` or another negative
// number. It is called with the `context` that was passed with it, on the thread that called the library. It must return
// normally, without an exception or `longjmp`.
typedef int64_t (*volo_read)(void *context, uint8_t *bytes, size_t capacity);

// What is wrong with a record, and where.
typedef struct volo_fault {
  // The line, from 1.
  uint64_t line;
  // The column in this line, in characters, from 1.
  uint64_t column;
  // The number of bytes before the fault in the file.
  uint64_t offset;
  // The number of the game, from 1.
  uint64_t game;
  // The number of the move, from 1; 0 if the fault is not about a move.
  uint64_t ply;
  // The position before the fault; all its words are 0 if there is none.
  struct volo_position position;
  // The ruling that a move breaks, such as "R6"; otherwise empty.
  char ruling[8];
  // What is wrong, and what was expected. A text that is too long is cut.
  char problem[512];
  // The first 80 characters of the wrong text; empty if something is missing.
  char text[328];
  // The path of the wrong value in JSON, such as "$.moves[36]"; empty in other formats. A path that is too long is cut.
  char path[256];
} volo_fault;

// What has been found out about a file so far.
typedef struct volo_records_description {
  // The format: a number of `VOLO_LIST_FORMATS`; -1 for a file without games.
  int32_t format;
  // The number of games that were skipped because they are not Volo.
  uint64_t other_games;
  // The number of variations that were skipped.
  uint64_t variations;
} volo_records_description;

// A tag of a record.
typedef struct volo_tag {
  // The name, such as "Orange" for the name of the player.
  const char *name;
  // The value.
  const char *value;
} volo_tag;

// A comment of a record.
typedef struct volo_comment {
  // The number of moves before the comment.
  size_t ply;
  // The text.
  const char *text;
} volo_comment;

// The result and the number of moves of a record.
typedef struct volo_record_description {
  // The position before the first move.
  struct volo_position start;
  // `VOLO_ORANGE`, `VOLO_BLUE`, `VOLO_DRAW`, or `VOLO_ONGOING` for a record without a result.
  int32_t winner;
  // `VOLO_FLOCK`, `VOLO_PASSES` or `VOLO_STUCK` if the game ended by the rules, and otherwise `VOLO_NO_REASON`. The tag
  // "Termination" has the reason in all cases.
  int32_t reason;
  // The number of moves.
  size_t moves;
  // The number of tags.
  size_t tags;
  // The number of comments.
  size_t comments;
} volo_record_description;

// The options of an engine. A field that is 0 has its default.
typedef struct volo_engine_options {
  // The number of threads that search; 0 for one.
  uint32_t threads;
  // How strong the engine plays, from 1, a beginner, to 10; 0 for 10.
  uint32_t level;
  // The size of the table of known positions in bytes; 0 for 64 MiB.
  uint64_t table_bytes;
  // The seed of all random choices.
  uint64_t seed;
} volo_engine_options;

// When a search ends: as soon as one of the limits is reached. 0 means that there is no such limit.
typedef struct volo_limit {
  // The time in seconds.
  double seconds;
  // The number of positions that all threads together may search.
  uint64_t nodes;
  // The number of plies to look ahead, 1 to 60.
  uint32_t depth;
} volo_limit;

// The result of a search for one move.
typedef struct volo_info {
  // The expected result for the player to move: 1 is a win, 0 a draw, -1 a loss.
  double expected;
  // The number of plies in which the player to move wins at the latest, if this is proved; otherwise -1. A shorter win
  // may exist: see `volo_shortest_win`.
  int32_t win_in;
  // The number of plies in which the player to move loses at the latest if the opponent plays well, if this is proved;
  // otherwise -1. The opponent may be able to win sooner.
  int32_t loss_in;
  // The number of plies that the search looked ahead.
  uint32_t depth;
  // The number of moves in `pv`. It is 0 if the game is over.
  uint32_t length;
  // The expected moves, beginning with the best one, at most 64 of them. The other places are `VOLO_NO_MOVE`.
  volo_move pv[64];
  // The number of positions that were searched.
  uint64_t nodes;
  // The number of positions searched in a second; 0 if the search took no time.
  uint64_t nodes_per_second;
  // The time of the search in seconds.
  double seconds;
  // The score as text, such as "+0.250" or "win in 5".
  char score[16];
} volo_info;

// The limits of a search for the value of a position. A field that is 0 has its default.
typedef struct volo_solve_options {
  // The number of positions to search at most; 0 for no limit.
  uint64_t nodes;
  // The time in seconds; 0 for no limit.
  double seconds;
  // The size of the table in bytes; 0 for 256 MiB.
  uint64_t table_bytes;
  // The number of threads; 0 for one. More than 8 are not used. The result is the same for any number.
  uint32_t threads;
} volo_solve_options;

// The value of a position.
typedef struct volo_solution {
  // `VOLO_VALUE_WIN`, `VOLO_VALUE_LOSS`, `VOLO_VALUE_DRAW` or `VOLO_VALUE_UNKNOWN`, for the player to move.
  int32_t value;
  // The number of plies in which the winner can force the win, whatever the loser does; -1 if it is not known. A
  // shorter win may exist.
  int32_t plies;
  // The number of positions that were searched.
  uint64_t nodes;
} volo_solution;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, such as "0.1.0". The text is never freed.
const char *volo_version(void);

// The `VOLO_ABI_VERSION` of the header that the library was built with.
uint32_t volo_abi_version(void);

// The entry of a list by its number from 0, such as `volo_list(VOLO_LIST_FORMATS, 0)`. NULL after the last entry.
const struct volo_entry *volo_list(int32_t list,
                                   size_t number);

// Reads a rule set: "standard", "french-5", "edge=6,supply=50,pass=forced,stuck=draw".
int volo_rule_set_parse(const char *text, struct volo_rule_set *rules, struct volo_error *error);

// Writes the text of a rule set, which has fewer than 80 characters.
int volo_rule_set_text(const struct volo_rule_set *rules,
                       char *text,
                       size_t capacity,
                       size_t *length,
                       struct volo_error *error);

// Reads the name of a space, such as "c5": the letter of the row from the bottom, and the number from the left.
int volo_space_parse(int32_t edge,
                     const char *text,
                     volo_space *space,
                     struct volo_error *error);

// Writes the name of a space of the sky, which has at most 3 characters.
int volo_space_text(int32_t edge,
                    volo_space space,
                    char *text,
                    size_t capacity,
                    size_t *length,
                    struct volo_error *error);

// Writes the spaces of the sky, row by row from the top. The largest sky has 162.
int volo_spaces(int32_t edge,
                volo_space *spaces,
                size_t capacity,
                size_t *count,
                struct volo_error *error);

// Writes the neighbors of a space in the sky, clockwise from the east. There are at most 6.
int volo_space_neighbors(int32_t edge,
                         volo_space space,
                         volo_space *neighbors,
                         size_t capacity,
                         size_t *count,
                         struct volo_error *error);

// Writes the members of a set, in the order of the board: the lowest row first, each row from left to right.
int volo_set_spaces(const struct volo_set *set,
                    volo_space *spaces,
                    size_t capacity,
                    size_t *count,
                    struct volo_error *error);

// The start of a game (rulings R4 and R5). `rules` may be NULL, which means the standard rules.
int volo_position_start(const struct volo_rule_set *rules,
                        struct volo_position *position,
                        struct volo_error *error);

// Reads a position, such as "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4": the rows from the top, the player to move, the
// number of passes just made, and the rule set.
int volo_position_parse(const char *text,
                        struct volo_position *position,
                        struct volo_error *error);

// Writes the text of a position, which `volo_position_parse` reads. It has fewer than 300 characters.
int volo_position_text(const struct volo_position *position,
                       char *text,
                       size_t capacity,
                       size_t *length,
                       struct volo_error *error);

// Reads a board, as `volo_position_board` writes it. What the text lacks can be given: `rules` may be NULL, and `turn`
// and `passes` may be -1. They must not contradict the text.
int volo_position_from_board(const char *text,
                             const struct volo_rule_set *rules,
                             int32_t turn,
                             int32_t passes,
                             struct volo_position *position,
                             struct volo_error *error);

// Writes the board as lines of text, with characters outside ASCII if `unicode` is not 0.
int volo_position_board(const struct volo_position *position,
                        int32_t unicode,
                        char *text,
                        size_t capacity,
                        size_t *length,
                        struct volo_error *error);

// Makes a position from its parts. `in_hand`, `vacant` and `key` are ignored, because they follow from the others.
//
// A position is valid if all birds are in the sky and no two on one space, each player has at least one bird and not
// more than the supply, each player's birds are in one region or some player has won, and there are at most two passes.
// The message of the error has every reason why it is invalid.
int volo_position_build(const struct volo_description *description,
                        struct volo_position *position,
                        struct volo_error *error);

// Writes the parts of a position: the rule set, the player to move, the birds and so on.
int volo_position_describe(const struct volo_position *position,
                           struct volo_description *description,
                           struct volo_error *error);

// Writes how the game has ended (rulings R14, R14b, R17 and R18). If it is not over, the winner is `VOLO_ONGOING`.
int volo_position_outcome(const struct volo_position *position,
                          struct volo_outcome *outcome,
                          struct volo_error *error);

// Writes a player's flocks, ordered by the first bird of each: the leftmost bird of its lowest row.
int volo_position_flocks(const struct volo_position *position,
                         int32_t color,
                         struct volo_set *flocks,
                         size_t capacity,
                         size_t *count,
                         struct volo_error *error);

// Writes the regions that have birds of a player (ruling R15), ordered by the first space of each: the leftmost space
// of its lowest row.
int volo_position_regions(const struct volo_position *position,
                          int32_t color,
                          struct volo_region *regions,
                          size_t capacity,
                          size_t *count,
                          struct volo_error *error);

// Reads a move for the sky of an edge: "c5", "b2-NE3", "b2:b4-NE3", "b2:b4-NE3/g6" or "pass". It may be illegal in every
// position.
int volo_move_parse(int32_t edge,
                    const char *text,
                    volo_move *mv,
                    struct volo_error *error);

// Writes the text of a move, which has fewer than 24 characters.
int volo_move_text(volo_move mv,
                   char *text,
                   size_t capacity,
                   size_t *length,
                   struct volo_error *error);

// Writes the parts of a move.
int volo_move_describe(volo_move mv,
                       struct volo_move_description *description,
                       struct volo_error *error);

// Writes the legal moves of a position, always in the same order. There are none if the game is over.
//
// With a capacity of 0, the moves are only counted, which is faster. In games, a position rarely has more than 300.
int volo_legal_moves(const struct volo_position *position,
                     volo_move *moves,
                     size_t capacity,
                     size_t *count,
                     struct volo_error *error);

// Reads a legal move of a position. The text may name the region to keep by any of its spaces. The move names it by
// the lowest, then leftmost space, as `volo_legal_moves` does.
int volo_parse_legal_move(const struct volo_position *position,
                          const char *text,
                          volo_move *mv,
                          struct volo_error *error);

// Writes 1 if a move is legal, and 0 otherwise. The move may name the region to keep by any of its spaces.
int volo_is_legal(const struct volo_position *position,
                  volo_move mv,
                  int32_t *is_legal,
                  struct volo_error *error);

// Writes a legal move as `volo_legal_moves` does: it names the region to keep by its lowest, then leftmost space.
int volo_normalize(const struct volo_position *position,
                   volo_move mv,
                   volo_move *normalized,
                   struct volo_error *error);

// Writes the position after a move. `next` may be the same pointer as `position`.
//
// An illegal move is the error `VOLO_ERROR_MOVE`, with the ruling that it breaks.
int volo_play(const struct volo_position *position,
              volo_move mv,
              struct volo_position *next,
              struct volo_error *error);

// Counts the legal move sequences of `depth` plies, 0 to 64. `threads` is the number of threads, up to 256; 0 means one.
// `stop` may be NULL.
int volo_perft(const struct volo_position *position,
               uint32_t depth,
               uint32_t threads,
               volo_stop stop,
               void *context,
               uint64_t *nodes,
               struct volo_error *error);

// Writes the symmetry that undoes a symmetry.
int volo_symmetry_inverse(int32_t symmetry, int32_t *inverse, struct volo_error *error);

// Writes the symmetry that applies `first` and then `second`.
int volo_symmetry_compose(int32_t first, int32_t second, int32_t *both, struct volo_error *error);

// Writes the image of a position. `image` may be the same pointer as `position`.
int volo_position_transform(const struct volo_position *position,
                            int32_t symmetry,
                            struct volo_position *image,
                            struct volo_error *error);

// Writes the position that represents all images of a position, and a symmetry that maps the position to it.
// `symmetry` may be NULL.
int volo_position_canonical(const struct volo_position *position,
                            struct volo_position *canonical,
                            int32_t *symmetry,
                            struct volo_error *error);

// Writes the image of a move.
int volo_move_transform(volo_move mv, int32_t symmetry, volo_move *image, struct volo_error *error);

// Writes the number of actions on the sky of an edge: 1,201, 4,513, 11,965, 25,981 and 49,525 for the edges 4 to 8.
int volo_action_count(int32_t edge,
                      size_t *count,
                      struct volo_error *error);

// Writes the text of an action: "c5", "pass", "b2:b4-NE3", or "/g6" to keep the region of g6.
int volo_action_text(int32_t edge,
                     volo_action action,
                     char *text,
                     size_t capacity,
                     size_t *length,
                     struct volo_error *error);

// Writes the one or two actions of a move. The second one chooses the region to keep.
int volo_move_actions(volo_move mv,
                      volo_action *actions,
                      size_t capacity,
                      size_t *count,
                      struct volo_error *error);

// Writes the image of each action under a symmetry, in the order of the actions.
int volo_action_images(int32_t edge,
                       int32_t symmetry,
                       volo_action *images,
                       size_t capacity,
                       size_t *count,
                       struct volo_error *error);

// Writes the first decision of the player to move.
int volo_decision_start(const struct volo_position *position,
                        struct volo_decision *decision,
                        struct volo_error *error);

// Writes the decision after an action: the second one of this turn, or the first one of the next turn. `next` may be the
// same pointer as `decision`.
//
// An illegal action is the error `VOLO_ERROR_MOVE`, with the ruling that it breaks.
int volo_decision_step(const struct volo_decision *decision,
                       volo_action action,
                       struct volo_decision *next,
                       struct volo_error *error);

// Writes the move of an action. If the action is a flight that divides the opponent, the move names no region to keep.
int volo_decision_move(const struct volo_decision *decision,
                       volo_action action,
                       volo_move *mv,
                       struct volo_error *error);

// Writes the legal actions in ascending order. There are none if the game is over.
int volo_legal_actions(const struct volo_decision *decision,
                       volo_action *actions,
                       size_t capacity,
                       size_t *count,
                       struct volo_error *error);

// Writes a byte for each action: 1 if it is legal, and 0 otherwise. The capacity must be at least the number of actions.
int volo_action_mask(const struct volo_decision *decision,
                     uint8_t *mask,
                     size_t capacity,
                     struct volo_error *error);

// Writes `VOLO_PLANES` planes of bytes. `count` gets the number of bytes of all planes. The capacity must be at least this
// number, or 0. `view` may be NULL, which means planes as large as the sky, for the player to move.
int volo_observe(const struct volo_decision *decision,
                 const struct volo_view *view,
                 uint8_t *planes,
                 size_t capacity,
                 size_t *count,
                 struct volo_error *error);

// Writes the planes of `volo_observe` as numbers of the type `float`.
int volo_observe_float(const struct volo_decision *decision,
                       const struct volo_view *view,
                       float *planes,
                       size_t capacity,
                       size_t *count,
                       struct volo_error *error);

// Plays games between random players or engines.
//
// The moves of all games are written to `moves`, one game after the other; `plies` in the results says how many each
// game has. `moves` and `count` may be NULL: then the moves are not recorded. `stop` may be NULL.
int volo_play_games(const struct volo_games *games,
                    const struct volo_results *results,
                    volo_move *moves,
                    size_t capacity,
                    size_t *count,
                    volo_stop stop,
                    void *context,
                    struct volo_error *error);

// Opens the records of a text of any length, which is copied. `options` may be NULL.
int volo_records_open(const char *text,
                      size_t length,
                      const struct volo_read_options *options,
                      struct volo_records **records,
                      struct volo_error *error);

// Opens the records of a file that `read` reads, of any length. `options` may be NULL.
//
// `read` is called by `volo_records_next` and `volo_records_describe` until the records are freed. At most one record, of
// at most 16 MiB, is in memory at a time.
int volo_records_open_file(volo_read read,
                           void *context,
                           const struct volo_read_options *options,
                           struct volo_records **records,
                           struct volo_error *error);

// Reads the next record, which the caller must free. At the end, and after an error, the record is NULL.
//
// After the error `VOLO_ERROR_RECORD`, the next call reads the next record. After another error, the next call goes on
// where reading stopped if the format is native, and otherwise the file ends there. The offset of an error counts from the
// beginning of the file.
int volo_records_next(struct volo_records *records,
                      struct volo_record **record,
                      struct volo_error *error);

// Writes what is wrong with the record that was read last: the fault of the error `VOLO_ERROR_RECORD`, and then further
// ones in the same game. `count` gets their number, at most 100; it is 0 if there was no such error.
int volo_records_faults(struct volo_records *records,
                        struct volo_fault *faults,
                        size_t capacity,
                        size_t *count,
                        struct volo_error *error);

// Writes the format of the records, and how much was skipped so far. Before the first record, this reads as much of the
// file as is needed to detect its format. If it has none of the formats, that is the error `VOLO_ERROR_RECORD`, and there
// are no records.
int volo_records_describe(struct volo_records *records,
                          struct volo_records_description *description,
                          struct volo_error *error);

// Frees records. NULL is ignored.
void volo_records_free(struct volo_records *records);

// Makes a record of a game. The arrays may be NULL if they have no items.
//
// The tags "Rules" and "FEN" are not allowed, because they follow from the start. The tags "Result" and "Termination"
// are for games that did not end by the rules.
int volo_record_new(const struct volo_position *start,
                    const volo_move *moves,
                    size_t move_count,
                    const struct volo_tag *tags,
                    size_t tag_count,
                    const struct volo_comment *comments,
                    size_t comment_count,
                    struct volo_record **record,
                    struct volo_error *error);

// Frees a record. NULL is ignored.
void volo_record_free(struct volo_record *record);

// Writes the start, the result, and the numbers of moves, tags and comments.
int volo_record_describe(const struct volo_record *record,
                         struct volo_record_description *description,
                         struct volo_error *error);

// Writes the moves.
int volo_record_moves(const struct volo_record *record,
                      volo_move *moves,
                      size_t capacity,
                      size_t *count,
                      struct volo_error *error);

// Writes the name of a tag, by its number from 0, and then its value: see `volo_record_tag_value`.
int volo_record_tag_name(const struct volo_record *record,
                         size_t number,
                         char *text,
                         size_t capacity,
                         size_t *length,
                         struct volo_error *error);

// Writes the value of a tag, by its number from 0. The last two tags are "Result" and "Termination".
int volo_record_tag_value(const struct volo_record *record,
                          size_t number,
                          char *text,
                          size_t capacity,
                          size_t *length,
                          struct volo_error *error);

// Writes a comment, by its number from 0, and to `ply` the number of moves before it.
int volo_record_comment(const struct volo_record *record,
                        size_t number,
                        size_t *ply,
                        char *text,
                        size_t capacity,
                        size_t *length,
                        struct volo_error *error);

// Writes the text of a file with these records, one after the other. `format` is a name of `VOLO_LIST_FORMATS`; NULL means
// native records, in their canonical form. A record that has no text in the format is the error `VOLO_ERROR_RECORD`.
int volo_records_text(struct volo_record *const *records,
                      size_t record_count,
                      const char *format,
                      char *text,
                      size_t capacity,
                      size_t *length,
                      struct volo_error *error);

// Makes an engine. `options` may be NULL. A table of many gigabytes takes seconds.
int volo_engine_new(const struct volo_engine_options *options,
                    struct volo_engine **engine,
                    struct volo_error *error);

// Searches for the best moves of a position until a limit is reached, the result is proved, or `stop` stops it.
//
// `earlier` are the earlier positions of the game, `earlier_count` of them: a move that repeats one of them counts as a
// draw. `earlier` may be NULL if there are none. `stop` may be NULL if there is a limit.
//
// The search finds as many best moves as there is room for in `infos`, the best one first. The capacity is at least 1.
// If `stop` stops it, the results so far are written, and that is not an error.
int volo_engine_search(struct volo_engine *engine,
                       const struct volo_position *position,
                       const struct volo_position *earlier,
                       size_t earlier_count,
                       const struct volo_limit *limit,
                       volo_stop stop,
                       void *context,
                       struct volo_info *infos,
                       size_t capacity,
                       size_t *count,
                       struct volo_error *error);

// Removes all results that the engine has stored.
int volo_engine_clear(struct volo_engine *engine, struct volo_error *error);

// Frees an engine. NULL is ignored.
void volo_engine_free(struct volo_engine *engine);

// Finds the value of a position, within limits.
//
// The moves of a game in which the winner plays a winning strategy and the loser the longest defense against it are
// written to `line`. `options` and `stop` may be NULL. If `stop` stops the search, the value is
// `VOLO_VALUE_UNKNOWN`, unless it was already found.
int volo_solve(const struct volo_position *position,
               const struct volo_solve_options *options,
               volo_stop stop,
               void *context,
               struct volo_solution *solution,
               volo_move *line,
               size_t capacity,
               size_t *count,
               struct volo_error *error);

// Finds the least number of plies, up to `most_plies`, in which the player to move can force a win, and all moves that
// force it. `plies` is -1 if there is no such win.
//
// `most_plies` above 99 counts as 99. `nodes` is the number of positions to search at most; 0 for no limit. `searched`
// is the number of plies for which the search is complete. If there is no win and it is less than `most_plies`, the
// limit or `stop` ended the search. `stop` may be NULL.
int volo_shortest_win(const struct volo_position *position,
                      uint32_t most_plies,
                      uint64_t nodes,
                      volo_stop stop,
                      void *context,
                      int32_t *plies,
                      uint32_t *searched,
                      volo_move *moves,
                      size_t capacity,
                      size_t *count,
                      struct volo_error *error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* VOLO_H */

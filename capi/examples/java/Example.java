import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * Lists the legal moves of a position, plays one, shows an error and plays random games. It needs Java 22 or later.
 *
 * <pre>java --enable-native-access=ALL-UNNAMED -Djava.library.path=/usr/local/lib Example.java</pre>
 */
public final class Example {
  /** An error of the library. */
  static final class VoloException extends Exception {
    final String ruling;

    VoloException(MemorySegment error) {
      super(error.getString(24));
      ruling = error.getString(4);
    }
  }

  // The sizes of the structs in volo.h, in bytes.
  static final long ERROR_SIZE = 536;
  static final long POSITION_SIZE = 88;
  static final long GAMES_SIZE = POSITION_SIZE + 48;
  static final long RESULTS_SIZE = 11 * 8;

  static final Arena ARENA = Arena.ofAuto();
  static final MemorySegment ERROR = ARENA.allocate(ERROR_SIZE, 8);
  static final SymbolLookup LIBRARY;

  static {
    System.loadLibrary("volo");
    LIBRARY = SymbolLookup.loaderLookup();
  }

  /** A function of the library, which returns the code of an error. The parameter for the error is the last one. */
  static MethodHandle function(String name, MemoryLayout... parameters) {
    FunctionDescriptor descriptor = FunctionDescriptor.of(JAVA_INT, parameters).appendArgumentLayouts(ADDRESS);
    return Linker.nativeLinker().downcallHandle(LIBRARY.find(name).orElseThrow(), descriptor);
  }

  static final MethodHandle PARSE = function("volo_position_parse", ADDRESS, ADDRESS);
  static final MethodHandle LEGAL_MOVES = function("volo_legal_moves", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
  static final MethodHandle MOVE_TEXT = function("volo_move_text", JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);
  static final MethodHandle PARSE_MOVE = function("volo_parse_legal_move", ADDRESS, ADDRESS, ADDRESS);
  static final MethodHandle PLAY = function("volo_play", ADDRESS, JAVA_INT, ADDRESS);
  static final MethodHandle PLAY_GAMES =
      function("volo_play_games", ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS);

  static void check(int code) throws VoloException {
    if (code != 0) throw new VoloException(ERROR);
  }

  static MemorySegment parse(String text) throws Throwable {
    MemorySegment position = ARENA.allocate(POSITION_SIZE, 8);
    check((int) PARSE.invokeExact(ARENA.allocateFrom(text), position, ERROR));
    return position;
  }

  static int[] legalMoves(MemorySegment position) throws Throwable {
    MemorySegment moves = ARENA.allocate(JAVA_INT, 1000);
    MemorySegment count = ARENA.allocate(JAVA_LONG);
    check((int) LEGAL_MOVES.invokeExact(position, moves, 1000L, count, ERROR));
    return moves.asSlice(0, 4 * Math.min(count.get(JAVA_LONG, 0), 1000)).toArray(JAVA_INT);
  }

  static String text(int move) throws Throwable {
    MemorySegment text = ARENA.allocate(24);
    check((int) MOVE_TEXT.invokeExact(move, text, 24L, MemorySegment.NULL, ERROR));
    return text.getString(0);
  }

  static MemorySegment play(MemorySegment position, String text) throws Throwable {
    MemorySegment move = ARENA.allocate(JAVA_INT);
    MemorySegment next = ARENA.allocate(POSITION_SIZE, 8);
    check((int) PARSE_MOVE.invokeExact(position, ARENA.allocateFrom(text), move, ERROR));
    check((int) PLAY.invokeExact(position, move.get(JAVA_INT, 0), next, ERROR));
    return next;
  }

  static byte[] randomWinners(MemorySegment position, int number) throws Throwable {
    MemorySegment games = ARENA.allocate(GAMES_SIZE, 8);
    MemorySegment results = ARENA.allocate(RESULTS_SIZE, 8);
    MemorySegment winners = ARENA.allocate(number);
    games.copyFrom(position);
    games.set(JAVA_LONG, POSITION_SIZE, 1); // the seed
    games.set(JAVA_LONG, POSITION_SIZE + 16, number);
    results.set(ADDRESS, 0, winners);
    MemorySegment none = MemorySegment.NULL;
    check((int) PLAY_GAMES.invokeExact(games, results, none, 0L, none, none, none, ERROR));
    return winners.toArray(JAVA_BYTE);
  }

  public static void main(String[] arguments) throws Throwable {
    MemorySegment position = parse("2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4");
    int[] moves = legalMoves(position);
    System.out.printf("%d legal moves, the first one is %s%n", moves.length, text(moves[0]));
    position = play(position, "a3");
    try {
      play(position, "pass");
    } catch (VoloException error) {
      System.out.printf("ruling %s: %s%n", error.ruling, error.getMessage());
    }
    int wins = 0;
    for (byte winner : randomWinners(position, 100)) wins += winner == 1 ? 1 : 0;
    System.out.printf("Blue wins %d of 100 random games%n", wins);
  }
}

// Plays a move, counts the legal answers, shows an error and asks the engine.
//
// mcs -unsafe example.cs && LD_LIBRARY_PATH=~/.local/lib mono example.exe
using System;
using System.Runtime.InteropServices;
using static System.Runtime.InteropServices.LayoutKind;

// What this program uses of the structs. Options can end behind the last one that it sets.
[StructLayout(Explicit, Size = 88)] struct Position { }
[StructLayout(Explicit, Size = 320)] unsafe struct Info { [FieldOffset(24)] public uint Move; [FieldOffset(304)] public fixed byte Score[16]; }
[StructLayout(Explicit, Size = 1048)] unsafe struct Error { [FieldOffset(4)] public fixed byte Ruling[8]; [FieldOffset(536)] public fixed byte Reason[512]; }
struct Limit { public IntPtr Size; public double Seconds; public ulong Nodes; }

static unsafe class Example {
  [DllImport("volo")] static extern int volo_position_parse(string text, Position* position, Error* error);
  [DllImport("volo")] static extern int volo_parse_legal_move(Position* position, string text, uint* move, Error* error);
  [DllImport("volo")] static extern int volo_play(Position* position, uint move, Position* next, Error* error);
  [DllImport("volo")] static extern int volo_legal_moves(Position* position, uint* moves, IntPtr capacity, IntPtr* count, Error* error);
  [DllImport("volo")] static extern int volo_move_text(uint move, byte* text, IntPtr capacity, IntPtr* length, Error* error);
  [DllImport("volo")] static extern int volo_engine_new(void* options, void** engine, Error* error);
  [DllImport("volo")] static extern void volo_engine_free(void* engine);
  [DllImport("volo")] static extern int volo_engine_search(void* engine, Position* position, Position* earlier, IntPtr earlierCount,
    Limit* limit, void* stop, void* report, void* context, Info* infos, IntPtr capacity, IntPtr* count, Error* error);
  static string Text(byte* text) => Marshal.PtrToStringAnsi((IntPtr)text);
  static void Check(int code, Error error) { if (code != 0) throw new Exception(Text(error.Reason)); }

  static void Main() {
    Position position; Info info; Error error; uint move; IntPtr count; void* engine;
    byte* text = stackalloc byte[24];
    var limit = new Limit { Size = (IntPtr)sizeof(Limit), Nodes = 2000 };
    Check(volo_position_parse("2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4", &position, &error), error);
    Check(volo_parse_legal_move(&position, "a3", &move, &error), error);
    Check(volo_play(&position, move, &position, &error), error);
    Check(volo_legal_moves(&position, null, (IntPtr)0, &count, &error), error);
    Console.WriteLine($"{count} legal moves");
    if (volo_parse_legal_move(&position, "pass", &move, &error) != 0) Console.WriteLine($"{Text(error.Ruling)}: {Text(error.Reason)}");
    Check(volo_engine_new(null, &engine, &error), error);
    Check(volo_engine_search(engine, &position, null, (IntPtr)0, &limit, null, null, null, &info, (IntPtr)1, &count, &error), error);
    volo_engine_free(engine);
    Check(volo_move_text(info.Move, text, (IntPtr)24, null, &error), error);
    Console.WriteLine($"the engine plays {Text(text)}, score {Text(info.Score)}");
  }
}

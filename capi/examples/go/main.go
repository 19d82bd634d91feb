// Lists the legal moves of a position, plays one, shows an error, plays random games and asks the engine.
//
//	CGO_CFLAGS="$(pkg-config --cflags volo)" CGO_LDFLAGS="$(pkg-config --libs volo)" go run .
package main

// #include <stdlib.h>
// #include <volo.h>
import "C"

import (
	"fmt"
	"log"
	"runtime"
	"unsafe"
)

// Error is an error of the library.
type Error struct {
	Code    int
	Ruling  string
	Message string
}

func (e *Error) Error() string { return e.Message }

// check turns the result of a call into an error.
func check(code C.int, failure *C.volo_error) error {
	if code == C.VOLO_OK {
		return nil
	}
	return &Error{int(code), C.GoString(&failure.ruling[0]), C.GoString(&failure.message[0])}
}

// Position is a value, like the struct in C.
type Position struct{ c C.volo_position }

// Parse reads a position.
func Parse(text string) (position Position, err error) {
	var failure C.volo_error
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	err = check(C.volo_position_parse(c, &position.c, &failure), &failure)
	return
}

// LegalMoves returns the legal moves.
func (p Position) LegalMoves() ([]C.volo_move, error) {
	var failure C.volo_error
	var count C.size_t
	moves := make([]C.volo_move, 1000)
	err := check(C.volo_legal_moves(&p.c, &moves[0], 1000, &count, &failure), &failure)
	return moves[:min(int(count), len(moves))], err
}

// Play returns the position after the move of a text.
func (p Position) Play(text string) (next Position, err error) {
	var failure C.volo_error
	var move C.volo_move
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	if err = check(C.volo_parse_legal_move(&p.c, c, &move, &failure), &failure); err == nil {
		err = check(C.volo_play(&p.c, move, &next.c, &failure), &failure)
	}
	return
}

// RandomWinners plays random games, and returns the winner of each.
func (p Position) RandomWinners(games int) ([]C.int8_t, error) {
	var failure C.volo_error
	var pinner runtime.Pinner
	defer pinner.Unpin()
	winners := make([]C.int8_t, games)
	pinner.Pin(&winners[0])
	options := C.volo_games{start: p.c, seed: 1, games: C.size_t(games)}
	results := C.volo_results{winner: &winners[0]}
	return winners, check(C.volo_play_games(&options, &results, nil, 0, nil, nil, nil, &failure), &failure)
}

// Text returns the text of a move.
func Text(move C.volo_move) (string, error) {
	var failure C.volo_error
	text := make([]C.char, 24)
	err := check(C.volo_move_text(move, &text[0], 24, nil, &failure), &failure)
	return C.GoString(&text[0]), err
}

// BestMove asks a new engine.
func (p Position) BestMove(nodes int) (C.volo_move, error) {
	var failure C.volo_error
	var engine *C.volo_engine
	if err := check(C.volo_engine_new(nil, &engine, &failure), &failure); err != nil {
		return 0, err
	}
	defer C.volo_engine_free(engine)
	var info C.volo_info
	var count C.size_t
	limit := C.volo_limit{nodes: C.uint64_t(nodes)}
	code := C.volo_engine_search(engine, &p.c, nil, 0, &limit, nil, nil, &info, 1, &count, &failure)
	// Without a move, which is only so after the end of a game, this is VOLO_NO_MOVE.
	return info.pv[0], check(code, &failure)
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	position := must(Parse("2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4"))
	moves := must(position.LegalMoves())
	fmt.Printf("%d legal moves, the first one is %s\n", len(moves), must(Text(moves[0])))
	position = must(position.Play("a3"))
	if _, err := position.Play("pass"); err != nil {
		fmt.Printf("ruling %s: %v\n", err.(*Error).Ruling, err)
	}
	wins := 0
	for _, winner := range must(position.RandomWinners(100)) {
		if winner == C.VOLO_BLUE {
			wins++
		}
	}
	fmt.Printf("Blue wins %d of 100 random games\n", wins)
	fmt.Printf("the engine plays %s\n", must(Text(must(position.BestMove(2000)))))
}

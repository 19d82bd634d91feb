// Plays a game between an alpha-beta search of its own and a player who moves at random, and draws the end.
//
// c++ -std=c++17 alpha_beta.cpp $(pkg-config --cflags --libs volo) -o alpha_beta
#include <algorithm>
#include <iostream>
#include <random>
#include <volo.hpp>

// The value for the player to move: 2 for a win, -2 for a loss, and between -1 and 1 for what is not known.
double value(const volo::Position &position, int depth, double alpha, double beta) {
  if (const auto outcome = position.outcome()) {
    return outcome->winner == VOLO_DRAW ? 0 : outcome->winner == position.turn() ? 2 : -2;
  }
  if (position.can_win()) return 2;
  if (depth == 0) return volo::evaluate(position);
  for (volo::Move move : position.legal_moves()) {
    alpha = std::max(alpha, -value(position.play(move), depth - 1, -beta, -alpha));
    if (alpha >= beta) break;
  }
  return alpha;
}

volo::Move best_move(const volo::Position &position, int depth) {
  volo::Move best;
  double most = -3;
  for (volo::Move move : position.legal_moves()) {
    const double worth = -value(position.play(move), depth - 1, -3, -most);
    if (worth > most) {
      most = worth;
      best = move;
    }
  }
  return best;
}

int main() try {
  std::mt19937_64 generator(5);
  volo::Game game(volo::Position(volo::Rules("standard-4")));
  while (!game.outcome()) {
    const volo::Position position = game.position();
    game.play(position.turn() == VOLO_ORANGE ? best_move(position, 2) : position.random_move(generator));
  }
  std::cout << game.position().board() << '\n' << game.moves().size() << " moves, the last one " << game.moves().back() << '\n';
  std::cout << volo::GameRecord(game, {{"Orange", "alpha-beta"}, {"Blue", "random"}}).to_string("jsonl");
  game.undo();
  game.play("a1");
} catch (const volo::Error &error) {
  std::cout << "error " << error.code << ": " << error.what() << '\n';
}

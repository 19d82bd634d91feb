import volo
from volo.engine import Engine, Limit

game = volo.Game("2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4", ["a3"])
print(f"{game.turn} has {len(game.legal_moves())} legal moves")
try:
    game.push("pass")
except volo.IllegalMoveError as error:
    print(f"{error.ruling}: {error.reason}")

games = volo.play_random(100, position=game.position, seed=1)
print(f"Blue wins {(games.winner == volo.BLUE).sum()} of {len(games)} random games")
with Engine() as engine:
    best = engine.play(game, Limit(nodes=2_000))
print(f"the engine plays {best.move}, score {best.info.score}")

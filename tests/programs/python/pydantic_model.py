"""A game between two people, as a model of pydantic."""

from pydantic import BaseModel, ValidationError

import volo


class Match(BaseModel):
    """A game, the position that is shown, and the move that was asked for."""

    game: volo.Game
    position: volo.Position
    move: volo.Move
    player: volo.Color


game = volo.Game("standard-4", ["a3", "d5"])
match = Match(game=game, position=game.position, move="b5", player="orange")
assert match.game is game
assert match.position.play(match.move) == game.position.play("b5")

again = Match.model_validate_json(match.model_dump_json())
assert (again.game, again.position, again.move, again.player) == (game, game.position, match.move, volo.ORANGE)
assert again.model_dump(mode="json")["game"] == game.record()
assert set(Match.model_json_schema()["properties"]) == {"game", "position", "move", "player"}

for wrong, kind in (({"game": "[Event]"}, volo.RecordError), ({"move": "D5"}, volo.NotationError)):
    try:
        Match.model_validate({**match.model_dump(mode="json"), **wrong})
    except ValidationError as error:
        assert isinstance(error.errors()[0]["ctx"]["error"], kind)
    else:
        raise AssertionError(f"{wrong} is refused")

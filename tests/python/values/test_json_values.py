"""Values in JSON: what `volo.to_json` writes, the schema of the documentation, and models of pydantic."""

from __future__ import annotations

import json
import pickle
from dataclasses import make_dataclass
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, TypeAdapter, ValidationError

import volo
from support.engines import refused
from support.pages import ROOT
from volo import BLUE, ORANGE, Color, Game, Move, Outcome, Position, Region, Rules
from volo.engine import Engine, Info, Limit, PlayResult, Score

SCHEMA = ROOT / "docs" / "_static" / "volo.schema.json"
FEN = "2/1o1b1/6/b2o/6/1o1b1/1o b 0 standard-4"
DIVIDES = "b3b/1oob2bo/4o4/6o3/3bo1ob3/6bb1oo1/b4b1b1o/12/2o8/bo7o/6o2/1o2o1b1/2bb1 o 0 standard"


NO_RULES = refused(volo.InvalidRulesError, Position, "standard-9")
ILLEGAL = volo.IllegalMoveError("b1", "R6", "beside b2")
MALFORMED = refused(volo.NotationError, Position("standard-4").play, "b1-")
INFO = Info(Score(0), (Move("a3", 4),), 1, 2, 0.5)
INFO_JSON = {"pv": ["a3"], "depth": 1, "nodes": 2, "time": 0.5, "multipv": 1}
NO_SCORE = {"win": None, "loss": None}


def failed(error: Exception, **rest: Any) -> dict[str, Any]:
    return {"name": type(error).__name__, "message": str(error), **rest}


JSON: list[tuple[str, Any, Any]] = [
    # The name in the schema, a value and its JSON.
    ("color", ORANGE, "orange"),
    ("color", BLUE, "blue"),
    ("position", Position(FEN), FEN),
    ("rules", Rules(edge=5), "standard-5"),
    ("move", Move("b2:b4-NE3", 7), "b2:b4-NE3"),
    ("move", Move("pass", 7), "pass"),
    ("move", Move("f3-SE2/a2", 7), "f3-SE2/a2"),
    ("symmetry", volo.Symmetry("mirror-rotate-60"), "mirror-rotate-60"),
    ("game", Game("standard-4", ["a3"]), Game("standard-4", ["a3"]).record()),
    ("score", Score(0), {"expected": 0.0, **NO_SCORE}),
    ("score", Score.win(3), {"expected": 1.0, **NO_SCORE, "win": 3}),
    ("score", Score.loss(0), {"expected": -1.0, **NO_SCORE, "loss": 0}),
    ("outcome", Outcome(BLUE, "flock"), {"winner": "blue", "reason": "flock"}),
    ("outcome", Outcome(None, "passes"), {"winner": None, "reason": "passes"}),
    ("region", Region(("a2",), ("a3", "b1")), {"birds": ["a2"], "vacant": ["a3", "b1"]}),
    ("info", INFO, {"score": {"expected": 0.0, **NO_SCORE}, **INFO_JSON}),
    ("error", ILLEGAL, failed(ILLEGAL, move="b1", ruling="R6", reason="beside b2", index=None)),
    ("error", MALFORMED, failed(MALFORMED, problem=MALFORMED.problem, text="b1-", offset=3)),
    ("error", NO_RULES, failed(NO_RULES, problem=str(NO_RULES))),
    ("error", volo.EngineBusyError("busy"), {"name": "EngineBusyError", "message": "busy"}),
]


@pytest.mark.parametrize(("name", "value", "expected"), JSON, ids=lambda value: value if isinstance(value, str) else "")
def test_values_have_the_documented_json(name: str, value: object, expected: object) -> None:
    assert volo.to_json(value) == expected
    # A region is a tuple for `json`.
    listed = [{"value": value}]
    text = json.dumps(volo.to_json(listed) if isinstance(value, Region) else listed, default=volo.to_json)
    assert json.loads(text) == [{"value": expected}]
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator({**schema, "$ref": f"#/$defs/{name}"}).validate(expected)
    assert not Draft202012Validator({**schema, "$ref": f"#/$defs/{name}"}).is_valid(0)


def test_every_legal_move_has_the_form_of_the_schema() -> None:
    pattern = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]["move"]
    check = Draft202012Validator(pattern)
    for position in (DIVIDES, "standard-8", "abstract-play-4"):
        for move in volo.to_json(Position(position).legal_moves()):
            check.validate(move)
    for wrong in ("", "b2-N3", "b2-NE", "p1", "b2 ", "a3/b2", "PASS"):
        assert not check.is_valid(wrong)


def test_containers_may_have_values_in_them() -> None:
    result = PlayResult(Move("a3", 4), None, INFO)
    written = volo.to_json({"by": {BLUE: (1, 2.5, True)}, "infos": [INFO], "result": result})
    info = volo.to_json(INFO)
    of_result = {"move": "a3", "ponder": None, "info": info}
    assert written == {"by": {"blue": [1, 2.5, True]}, "infos": [info], "result": of_result}
    assert json.loads(json.dumps(written)) == written
    assert volo.to_json({3: {Move("a3", 4): Color.BLUE}}) == {3: {"a3": "blue"}}
    position = volo.Position("standard-4")
    assert json.loads(json.dumps(volo.to_json(position.divide(1)))) == {str(mv): 1 for mv in position.legal_moves()}


def test_what_has_no_json_is_refused() -> None:
    for value in (object(), b"", {1}, Engine, [object()], make_dataclass("Other", [])()):
        with pytest.raises(TypeError, match="has no JSON"):
            volo.to_json(value)
    for color in Color:
        # Never silently 0 or 1. FastAPI and orjson write the value of a member of an enumeration.
        assert color.value == str(color)
        assert TypeAdapter(Any).dump_json(color) == f'"{color}"'.encode()
        with pytest.raises(TypeError, match="not JSON serializable"):
            json.dumps(color)
        with pytest.raises(TypeError):
            json.dumps({color: 1})


def test_an_error_keeps_its_cause_in_json_and_in_a_pickle() -> None:
    error = refused(volo.RecordError, lambda: Game.from_record('[Rules "standard-4"]\n1. b1 *', lenient=True))
    written = volo.to_json(error)
    assert (written["name"], written["ply"], written["cause"]["ruling"]) == ("RecordError", 1, "R6")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again.__cause__, volo.IllegalMoveError)
    assert volo.to_json(again) == written
    illegal = refused(volo.IllegalMoveError, Position("standard-4").play, "b1")
    assert pickle.loads(pickle.dumps(illegal)).__suppress_context__ is False


class Model(BaseModel):
    rules: Rules
    position: Position
    move: Move
    turn: Color
    score: Score
    line: list[Move] = []
    wins: dict[Color, int] = {}


VALUES: dict[str, Any] = {
    "rules": Rules(),
    "position": Position("standard-4"),
    "move": Move("a3", 4),
    "turn": BLUE,
    "score": Score.win(3),
    "line": [Move("a3", 4), Move("d5", 4)],
    "wins": {ORANGE: 3},
}


def test_a_model_reads_what_it_writes() -> None:
    model = Model(**VALUES)
    assert model.model_dump() == VALUES
    written = model.model_dump(mode="json")
    assert written == volo.to_json(VALUES)
    assert json.loads(model.model_dump_json()) == written
    assert Model.model_validate_json(model.model_dump_json()) == Model.model_validate(written) == model
    for mode in ("validation", "serialization"):
        schema = Model.model_json_schema(mode=mode)
        Draft202012Validator.check_schema(schema)
        Draft202012Validator(schema).validate(written)
        assert schema["properties"]["turn"]["enum"] == ["orange", "blue"]
        assert schema["properties"]["move"]["type"] == "string"


def test_scores_and_results_of_engines_survive_json(small_engine: Engine) -> None:
    scores = TypeAdapter(Score)
    for score in [*map(Score.from_points, range(-2500, 2500, 7)), Score.win(1), Score.loss(1000)]:
        assert scores.validate_json(scores.dump_json(score)) == score
    infos = small_engine.analyse("standard-4", Limit(depth=1), multipv=2)
    adapter = TypeAdapter(list[Info])
    written = adapter.dump_json(infos)
    assert json.loads(written) == volo.to_json(infos)
    assert adapter.validate_json(written, context={"edge": 4}) == infos


@pytest.mark.parametrize(
    ("field", "wrong", "problem"),
    [
        ("rules", "wings", "unknown rule set"),
        ("position", "2/o/ o 0 standard-4", "Value error"),
        ("move", "q9", "at offset 0"),
        ("move", 3, "valid string"),
        ("turn", "green", "'orange' or 'blue'"),
        ("turn", "Blue", "'orange' or 'blue'"),
        ("score", 0.5, "valid dictionary"),
        ("score", {"expected": 2}, "less than or equal to 1"),
        ("score", {"expected": 1, "win": 1, "loss": 1}, "a win and a loss"),
        ("score", {"expected": 1, "win": -1}, "greater than or equal to 0"),
        ("score", {"expected": 1, "win": 1001}, "less than or equal to 1000"),
        ("score", {"expected": 1, "winner": 1}, "Extra inputs"),
    ],
)
def test_a_model_refuses_what_is_wrong(field: str, wrong: object, problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        Model(**{**VALUES, field: wrong})
    with pytest.raises(ValidationError, match=problem.replace("valid dictionary", "an object")):
        Model.model_validate_json(json.dumps({**volo.to_json(VALUES), field: wrong}))


def test_a_refusal_of_pydantic_has_the_exception() -> None:
    with pytest.raises(ValidationError) as refusal:
        Model(**{**VALUES, "move": "a3-"})
    (fault,) = refusal.value.errors()
    assert fault["loc"] == ("move",)
    assert isinstance(fault["ctx"]["error"], volo.NotationError)
    assert fault["ctx"]["error"].offset == 3


def test_the_text_of_a_move_needs_a_sky() -> None:
    """That of the last position or rule set before it, or of the context."""
    adapter = TypeAdapter(Move)
    assert adapter.validate_python(Move("a3", 4)) == Move("a3", 4)
    assert adapter.validate_json('"a3"', context={"edge": 5}) == Move("a3", 5)
    assert Model(**{**VALUES, "move": "a3"}).move.edge == 4
    contexts: list[Any] = [None, {}, 5]
    for context in contexts:
        with pytest.raises(ValidationError, match="the edge of the sky is unknown"):
            adapter.validate_json('"a3"', context=context)
    with pytest.raises(ValidationError):
        adapter.validate_json('"a3"', context={"edge": 9})

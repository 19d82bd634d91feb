"""Values of volo in JSON, and in the models of pydantic. docs/explain/json.md describes the JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final

from volo._volo import ActionSpace, Move, MoveList, Position, Rules, Score, Symmetry
from volo.color import Color, value_schema
from volo.errors import VoloError
from volo.game import Game

_PLAIN: Final = (str, int, float, type(None))


def to_json(value: object) -> Any:
    """Return a value as what ``json`` can write: texts, numbers, lists and dictionaries.

    The JSON is the same in every language: a color is ``"orange"`` or ``"blue"``; a position is its fen; a move, a rule
    set and a symmetry are their texts; a game is its record; a score is
    ``{"expected": 0.25, "win": null, "loss": null}``. Outcomes, regions, errors and the results of engines are objects
    with the names of their attributes. Containers may have such values in them, also as keys.

    Args:
        value: the value. As ``default``, the function makes ``json.dumps`` accept these values, but not as keys, and
            not regions, which are tuples: for them, use ``json.dumps(volo.to_json(value))``.

    Raises:
        TypeError: the value, or a part of it, has no JSON.

    >>> import json
    >>> json.dumps({"turn": volo.BLUE, "start": volo.Rules()}, default=volo.to_json)
    '{"turn": "blue", "start": "standard"}'
    >>> try:
    ...     volo.Position("standard-4").play("b1")
    ... except volo.VoloError as error:
    ...     to_json(error)["ruling"]
    'R6'
    """
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, Position):
        return value.fen()
    if isinstance(value, Move | Rules | Color | Symmetry):
        return str(value)
    if isinstance(value, Score):
        return {"expected": value.expected, "win": value.win_in, "loss": value.loss_in}
    if isinstance(value, Game):
        return value.record()
    if isinstance(value, VoloError):
        cause = {"cause": to_json(value.__cause__)} if isinstance(value.__cause__, VoloError) else {}
        # Notes of Python are not a part of the error.
        members = {name: to_json(member) for name, member in vars(value).items() if not name.startswith("_")}
        return {"name": type(value).__name__, "message": str(value), **members, **cause}
    if isinstance(value, Mapping):
        return {key if isinstance(key, _PLAIN) else to_json(key): to_json(member) for key, member in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return to_json(value._asdict())
    if isinstance(value, list | tuple | MoveList):
        return [to_json(item) for item in value]
    if is_dataclass(value) and type(value).__module__.startswith("volo."):
        return {each.name: to_json(getattr(value, each.name)) for each in fields(value)}
    raise TypeError(f"{type(value).__name__} has no JSON")


def core_schema(kind: type) -> Any:
    """Return the schema by which pydantic reads and writes a class of the compiled module."""
    if kind is Score:
        return _score_schema()
    from pydantic_core import core_schema as schema

    description, example, read = _TEXTS[kind]
    about = {"description": description, "examples": [example]}
    text = schema.str_schema(metadata={"pydantic_js_updates": about})
    read_text: Any
    if kind is Move:
        read_text = schema.with_info_after_validator_function(_read_move, text)
    else:
        read_text = schema.no_info_after_validator_function(read, text)
    return value_schema(kind, read_text, text, to_json)


def _score_schema() -> Any:
    from pydantic_core import core_schema as schema

    plies = schema.typed_dict_field(schema.nullable_schema(schema.int_schema(ge=0, le=1000)), required=False)
    members = schema.typed_dict_schema(
        {
            "expected": schema.typed_dict_field(schema.float_schema(ge=-1, le=1, allow_inf_nan=False)),
            "win": plies,
            "loss": plies,
        },
        extra_behavior="forbid",
        metadata={"pydantic_js_updates": {"title": "Score", "description": _OF_A_SCORE}},
    )
    return value_schema(Score, schema.no_info_after_validator_function(_read_score, members), members, to_json)


_OF_A_SCORE: Final = (
    "The expected result for the player to move, from -1 to 1, and the plies to the end if a win or a loss is proved"
)


def _read_score(members: Mapping[str, Any]) -> Score:
    win, loss = members.get("win"), members.get("loss")
    if win is not None and loss is not None:
        raise VoloError("a score cannot be a win and a loss")
    if win is not None:
        return Score.win(win)
    return Score(members["expected"]) if loss is None else Score.loss(loss)


def _read_move(text: str, info: Any) -> Move:
    """Read a move of the sky of an earlier field, or of the sky that the context names."""
    edge = (info.context or {}).get("edge") if isinstance(info.context, Mapping | None) else None
    for value in (info.data or {}).values():
        if isinstance(value, Position):
            edge = value.rules.edge
        elif isinstance(value, Rules | ActionSpace):
            edge = value.edge
    if edge is None:
        raise VoloError(
            "the edge of the sky is unknown: have a field with a valid position before the move, or pass the context "
            "{'edge': 7}"
        )
    return Move(text, edge)


_TEXTS: Final[dict[type, tuple[str, str, Callable[[str], object]]]] = {
    Position: ("A position, or a rule set, which means its start", "standard-5", Position),
    Rules: ("A rule set", "standard-5", Rules.parse),
    Move: ("A move", "b2-NE3", str),
}

"""The calls of the page by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from volo._support.checks import JSONObject, members_of, text_of
from volo._volo import Position, __version__
from volo.errors import VoloError
from volo.play import exchange, positions
from volo.play.document import checked
from volo.play.explorer import Explorer
from volo.play.store import Store

__all__ = ["Call", "routes"]

Call: TypeAlias = Callable[[object], Mapping[str, object]]
"""A function from the JSON of a request to the JSON of the answer. It raises a VoloError or an OSError."""

_RULES = ("standard", "two-sizes", "french", "abstract-play", "boardspace")
_REQUEST = "the request"


def routes(opening: Position | None, store: Store, explorer: Explorer | None) -> dict[str, Call]:
    """Return all calls by name.

    Args:
        opening: the position with which the page begins; None for its own choice.
        store: the saved games.
        explorer: the kept games; None if there are none.
    """
    return {
        "start": positions.start,
        "position": positions.position,
        "play": positions.play,
        "grounded": positions.grounded,
        "views": positions.views,
        "set-up": positions.set_up,
        "puzzle": positions.puzzle,
        "import": exchange.import_,
        "export": exchange.export,
        **_store_calls(store),
        **_explorer_calls(explorer),
        "info": _info(opening, explorer is not None),
    }


def _info(opening: Position | None, has_games: bool) -> Call:
    def info(request: object) -> JSONObject:
        members_of(request, _REQUEST, ())
        return {
            "version": __version__,
            "games": has_games,
            "levels": 10,
            "edges": [4, 5, 6, 7, 8],
            "opening": None if opening is None else opening.fen(),
            "rules": list(_RULES),
            "formats": list(exchange.FORMATS),
        }

    return info


def _store_calls(store: Store) -> dict[str, Call]:
    def games(request: object) -> JSONObject:
        members_of(request, _REQUEST, ())
        saved, damaged = store.listed()
        listed = [{"id": each.id, "changed": each.changed, "title": each.title, "plies": each.plies} for each in saved]
        return {"games": listed, "damaged": damaged}

    def load(request: object) -> JSONObject:
        members = members_of(request, _REQUEST, ("id",))
        return {"document": store.load(text_of(members["id"], "id"))}

    def save(request: object) -> JSONObject:
        members = members_of(request, _REQUEST, ("id", "document"))
        return {"changed": store.save(text_of(members["id"], "id"), checked(members["document"]))}

    def delete(request: object) -> JSONObject:
        store.delete(text_of(members_of(request, _REQUEST, ("id",))["id"], "id"))
        return {}

    return {"games": games, "load": load, "save": save, "delete": delete}


def _explorer_calls(explorer: Explorer | None) -> dict[str, Call]:
    def opened() -> Explorer:
        if explorer is None:
            raise VoloError("there are no kept games: start with volo play --games DIR")
        return explorer

    def explore(request: object) -> JSONObject:
        members = members_of(request, _REQUEST, ("fen",))
        return opened().explore(Position(text_of(members["fen"], "fen")))

    def statistics(request: object) -> JSONObject:
        members_of(request, _REQUEST, ())
        return opened().statistics()

    return {"explore": explore, "statistics": statistics}

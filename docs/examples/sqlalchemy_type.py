"""A type of SQLAlchemy for positions, which the database keeps as text."""

from typing import Any

from sqlalchemy import String
from sqlalchemy.types import TypeDecorator

import volo
from volo.typing import PositionLike


class PositionType(TypeDecorator[volo.Position]):
    """A `volo.Position`. It can be set to, and be compared with, whatever `volo.Position` takes."""

    impl = String(255)
    cache_ok = True

    def process_bind_param(self, value: PositionLike | None, _: Any) -> str | None:
        """Return the text for the database."""
        return None if value is None else volo.Position(value).fen()

    def process_result_value(self, value: str | None, _: Any) -> volo.Position | None:
        """Return the position of a text in the database."""
        return None if value is None else volo.Position(value)

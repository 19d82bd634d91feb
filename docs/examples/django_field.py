"""A field of Django for positions, which the database keeps as text."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Field, Model

import volo


class PositionField(Field):
    """A `volo.Position`. It can be set to, and be compared with, whatever `volo.Position` takes."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"max_length": 255, **options})

    def get_internal_type(self) -> str:
        """Return the type of the column."""
        return "CharField"

    def to_python(self, value: Any) -> volo.Position | None:
        """Return the position; that of a form or of a fixture is a text."""
        try:
            return None if value is None else volo.Position(value)
        except volo.VoloError as error:
            raise ValidationError(str(error)) from error

    def from_db_value(self, value: str | None, *_: Any) -> volo.Position | None:
        """Return the position of a text in the database."""
        return self.to_python(value)

    def value_from_object(self, obj: Model) -> str | None:
        """Return the text for forms and fixtures."""
        return self.get_prep_value(super().value_from_object(obj))

    def get_prep_value(self, value: Any) -> str | None:
        """Return the text for the database."""
        position = self.to_python(value)
        return None if position is None else position.fen()

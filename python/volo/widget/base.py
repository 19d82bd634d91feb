"""The base of the board. ipywidgets has no type annotations, so the ones that are needed are here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import traitlets

__all__ = ["Widget"]

if TYPE_CHECKING:

    class Widget(traitlets.HasTraits):
        """A widget of anywidget."""

        comm: Any

        def close(self) -> None:
            """Close all views of the widget, and end its connection."""

        def send(self, content: object, buffers: Any = None) -> None:
            """Send a message to the script."""

        def on_msg(self, callback: Callable[[Any, object, object], object], remove: bool = False) -> None:
            """Call a function with each message of the script."""

        def hold_sync(self) -> AbstractContextManager[None]:
            """Send all changes of traits at once at the end of the block."""

        def _handle_msg(self, msg: object) -> None: ...

        def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None: ...

else:
    from anywidget import AnyWidget as Widget

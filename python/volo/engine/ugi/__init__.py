"""The Universal Game Interface (UGI), a protocol between engines and the programs that use them.

https://github.com/kz04px/ugi describes it. Player 1 is Orange.
"""

from __future__ import annotations

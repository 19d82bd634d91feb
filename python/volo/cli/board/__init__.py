"""The game of ``volo play`` on a whole screen of the terminal. It contains no rule of the game.

``grid``, ``choice``, ``keys``, ``picture``, ``session`` and ``frame`` are values and functions that do not touch the
terminal. ``screen``, ``search`` and ``loop`` connect them with the terminal and the engine.
"""

"""The training of the evaluation: games of the engine with itself, and weights that are fitted to their results.

`make train` runs it. docs/ENGINE.md explains the evaluation.
"""

"""The training of the evaluation: games of the engine with itself, and weights that are fitted to their results.

`make train` runs it. docs/EVALUATION.md explains the evaluation.
"""

"""Scores as UGI writes them."""

from __future__ import annotations

from volo._volo import Score

__all__ = ["read", "written"]

_MOST_PLIES = 1000


def written(score: Score) -> str:
    """Return a score as UGI writes it: in points, or as the plies of a proven win or loss.

    >>> written(Score.from_points(37)), written(Score.win(3)), written(Score.loss(4))
    ('cp 37', 'mate 3', 'mate -4')
    """
    if score.win_in is not None:
        return f"mate {score.win_in}"
    if score.loss_in is not None:
        return f"mate {-score.loss_in}"
    return f"cp {score.points}"


def read(kind: str, number: int) -> Score | None:
    """Return the score that UGI writes as these two words; None if there is no such kind.

    >>> read("cp", 37).points, read("mate", -4), read("mate", 0), read("elo", 1)
    (37, Score.loss(4), Score.loss(0), None)
    """
    if kind == "cp":
        return Score.from_points(number)
    if kind == "mate":
        plies = min(abs(number), _MOST_PLIES)
        return Score.win(plies) if number > 0 else Score.loss(plies)
    return None

"""The tests of the crate on a target."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cross.rust import CARGO, environment
from cross.steps import FOLDER, Step, run
from cross.targets import Target

__all__ = ["build", "test"]

_TESTS: Final = ("--lib", "--test", "all")

# Tests that take many minutes under emulation. The wheel plays the games of the signatures there, and counts as far as
# the table of known counts goes.
_LONG: Final = (
    "of_all_expressible_moves_only_the_listed_ones_are_legal",
    "uniformly",
    "every_kind_of_move_is_drawn_in_proportion_to_its_legal_moves",
    "results_do_not_depend_on_the_number_of_threads",
    "the_results_match_the_recorded_moves",
    "perft_matches_the_table",
    "random_games_have_the_recorded_signatures",
    "print_result",
)

# A test that runs its own program again. An emulator cannot start a program of its target.
_STARTS_ITSELF: Final = "all_backends_compute_the_same_results"


def _cargo(target: Target) -> list[str | Path]:
    standard_library = "-Zbuild-std=std,panic_unwind,test"
    where = ["--target", target.triple, "--target-dir", str(FOLDER / "build")]
    # Emulated programs would spend most of their time in the standard library, which is not optimised by default.
    optimised = ["--config", 'profile.test.package."*".opt-level=2'] if target.emulated else []
    return [CARGO, "test", "--locked", standard_library, *where, *optimised, "--features", "serde,arbitrary", *_TESTS]


def build(target: Target) -> Step:
    """Build the tests."""
    return run(f"{target.name}-crate-build", [*_cargo(target), "--no-run"], environment(target))


def test(target: Target) -> Step:
    """Run the tests, and leave out the long ones if an emulator runs them."""
    left_out = [argument for name in (*_LONG, _STARTS_ITSELF) for argument in ("--skip", name)]
    fewer_cases = {"PROPTEST_CASES": "8"} if target.emulated else {}
    command = [*_cargo(target), "--", *(left_out if target.emulated else [])]
    return run(f"{target.name}-crate-test", command, environment(target) | fewer_cases)

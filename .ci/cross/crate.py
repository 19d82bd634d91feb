"""The tests of the crate on a target."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cross import wine
from cross.rust import CARGO, environment
from cross.steps import FOLDER, Step, run
from cross.targets import Target

__all__ = ["build", "test"]

_TESTS: Final = ("--lib", "--test", "all")

# The settings of the profile `test`. Compiling takes longer than the tests on a target that this machine runs. The
# tests spend much time in the standard library, which is not optimised by default. A standard library that is not built
# from source has no debug assertions either.
_STANDARD: Final = tuple(
    f"package.{name}.{setting}"
    for name in ("core", "alloc", "std")
    for setting in ("opt-level=2", "debug-assertions=false", "overflow-checks=false")
)
_PROFILE: Final = ("debug=false", "incremental=false", *_STANDARD)

# Tests that take minutes under emulation. The wheel plays the games of the signatures there. The other two compare the
# careful player with a full search; of these, the test with random positions remains.
_LONG: Final = (
    "a_careful_move_is_drawn_uniformly",
    "random_games_have_the_recorded_signatures",
    "the_choices_of_a_careful_player_match_a_full_search",
)

# A test that runs its own program again. An emulator cannot start a program of its target.
_STARTS_ITSELF: Final = "all_backends_compute_the_same_results"


def _cargo(target: Target) -> list[str | Path]:
    standard_library = "-Zbuild-std=std,panic_unwind,test"
    where = ["--target", target.triple, "--target-dir", str(FOLDER / "build")]
    settings = (*_PROFILE, f"opt-level={2 if target.emulated else 1}")
    profile = [f"--config=profile.test.{setting}" for setting in settings]
    return [CARGO, "test", "--locked", standard_library, *where, *profile, "--features", "serde,arbitrary", *_TESTS]


def build(target: Target) -> Step:
    """Build the tests, and what Wine needs to run them."""
    if target.wine and not (library := wine.complete(target)).success:
        return library
    return run(f"{target.name}-crate-build", [*_cargo(target), "--no-run"], environment(target))


def test(target: Target) -> Step:
    """Run the tests, and leave out the long ones if an emulator runs them."""
    left_out = [argument for name in (*_LONG, _STARTS_ITSELF) for argument in ("--skip", name)]
    fewer_cases = {"PROPTEST_CASES": "30"} if target.emulated else {}
    command = [*_cargo(target), "--", *(left_out if target.emulated else [])]
    variables = environment(target) | fewer_cases | (wine.VARIABLES if target.wine else {})
    return run(f"{target.name}-crate-test", command, variables)

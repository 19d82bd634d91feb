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

# A test that runs its own program again. An emulator cannot start a program of its target.
_STARTS_ITSELF: Final = "all_backends_compute_the_same_results"

# Under emulation, all other tests together take about five minutes with this number of random inputs for each property.
# One of them has 20,000 on other machines.
_CASES: Final = {"PROPTEST_CASES": "100"}


def _cargo(target: Target) -> list[str | Path]:
    standard_library = "-Zbuild-std=std,panic_unwind,test"
    where = ["--target", target.triple, "--target-dir", str(FOLDER / "build")]
    settings = (*_PROFILE, f"opt-level={2 if target.emulated else 1}")
    profile = [f"--config=profile.test.{setting}" for setting in settings]
    features = ["--features", "serde,arbitrary,portable"]
    return [CARGO, "test", "--locked", standard_library, *where, *profile, *features, *_TESTS]


def build(target: Target) -> Step:
    """Build the tests, and what Wine needs to run them."""
    if target.wine and not (library := wine.complete(target)).success:
        return library
    return run(f"{target.name}-crate-build", [*_cargo(target), "--no-run"], environment(target))


def test(target: Target) -> Step:
    """Run the tests. An emulator runs fewer random inputs, and leaves out one test."""
    variables = environment(target) | (wine.VARIABLES if target.wine else {})
    left_out: list[str | Path] = []
    if target.emulated:
        variables |= _CASES
        left_out = ["--", "--skip", _STARTS_ITSELF]
    return run(f"{target.name}-crate-test", [*_cargo(target), *left_out], variables)

"""The rows of the table: what was built, executed and skipped for each target."""

from __future__ import annotations

from dataclasses import dataclass, field

from cross import crate, foreign_python, wheel
from cross.steps import Step, counts
from cross.targets import Target

__all__ = ["Row", "build", "execute", "skipped", "tried"]


@dataclass
class Row:
    """A row of the table, and what failed."""

    name: str
    built: list[str] = field(default_factory=list)
    executed: list[str] = field(default_factory=list)
    skipped: str = ""
    failed: list[str] = field(default_factory=list)
    seconds: float = 0


def skipped(target: Target, missing: list[str]) -> Row:
    """The row of a target whose packages are missing."""
    return Row(target.name, skipped=f"needs {' '.join(missing)}")


def tried(target: Target, signatures: int) -> Row:
    """Build and run everything for a target. After a failure, the steps that need the failed one are left out."""
    row = Row(target.name)
    if build(row, "crate", crate.build(target)):
        execute(row, "crate", crate.test(target))
    if target.debian is None or not build(row, "wheel", wheel.build(target)):
        return row
    if not foreign_python.unpack(target):
        row.failed.append("Debian's Python could not be downloaded")
    elif _succeeds(row, "installation of the wheel", wheel.install(target)):
        execute(row, "wheel", wheel.smoke(target, signatures))
        execute(row, "exchange of files", wheel.exchange(target))
    return row


def build(row: Row, what: str, step: Step) -> bool:
    """Add a build to the row, and return whether it succeeded."""
    success = _succeeds(row, f"build of the {what}", step)
    if success:
        row.built.append(what)
    return success


def execute(row: Row, what: str, step: Step) -> None:
    """Add the tests of a step to the row. A step without tests is a failure."""
    passed, failed = counts(step.output)
    row.executed.append(f"{what}: {passed} passed, {failed} failed")
    if _succeeds(row, f"run of the {what}", step) and not passed:
        row.failed.append(f"no test of the {what} ran: see {step.log}")


def _succeeds(row: Row, what: str, step: Step) -> bool:
    if not step.success:
        row.failed.append(f"{what}: see {step.log}")
    return step.success

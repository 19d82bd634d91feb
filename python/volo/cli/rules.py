"""``volo rules``: the rule sets and their settings."""

from __future__ import annotations

import click

from volo._volo import Rules
from volo.cli.options import reader
from volo.cli.terminal import say


@click.command()
@click.argument("chosen", metavar="[RULES]", required=False, type=reader(Rules.parse))
def rules(chosen: Rules | None) -> None:
    """List the rule sets with their settings, or explain those of one, with the numbers of their rulings.

    After its name, a rule set may have another edge, and other settings in any order.

    \b
    Example:
      volo rules
      volo rules french-5,supply=30
    """
    if chosen is None:
        for name, named in Rules.NAMED.items():
            values = ",".join(f"{setting}={value}" for setting, value, _ in _settings(named))
            say(f"{name:16}{values}")
        return
    say(str(chosen))
    for setting, value, meaning in _settings(chosen):
        say(f"{f'{setting}={value}':23}{meaning}")
    say("All other rulings are the same in all rule sets.")


def _settings(rules: Rules) -> list[tuple[str, object, str]]:
    end = "R14b" if rules.stuck == "last-mover-wins" else "R14"
    return [
        ("edge", rules.edge, f"The sky has {len(rules.spaces)} spaces [R1]."),
        ("supply", "none" if rules.supply is None else rules.supply, "The birds of each player [R4] [R8]."),
        ("pass", rules.passing, f"{Rules.PASSING[rules.passing].rstrip('.')} [R13]."),
        ("stuck", rules.stuck, f"{Rules.STUCK[rules.stuck].rstrip('.')} [{end}]."),
    ]

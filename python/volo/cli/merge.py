"""``volo merge``: join the folders of the parts of a run."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from volo.cli.console import progress
from volo.cli.failures import CheckFailed
from volo.cli.options import KEPT, quiet_option
from volo.cli.signals import interruptible
from volo.cli.terminal import say
from volo.errors import UnfinishedGamesError
from volo.simulate import merge as join
from volo.simulate.merge import sources

__all__ = ["merge"]


@click.command(short_help="Join the folders of the parts of a run.")
@click.argument("out", type=KEPT, metavar="OUT")
@click.argument("folders", type=KEPT, nargs=-1, required=True, metavar="DIR...")
@quiet_option
def merge(out: Path | str, folders: tuple[Path | str, ...], quiet: bool) -> None:
    """Check the folders that `volo simulate --shard I/N --out DIR` wrote, and join them in the folder OUT.

    The checksum of every file is verified. OUT has the same bytes as if one machine had played all games.
    The folders are not changed. The same command continues a merge that was stopped. If shards are missing, the exit
    status is 1.

    \b
    Example:
      volo simulate --games 20000 --shard 1/2 --out part-1
      volo simulate --games 20000 --shard 2/2 --out part-2
      volo merge all part-1 part-2
    """
    games = 0
    try:
        with interruptible() as interruption, progress("games", quiet=quiet) as bar:
            task = bar.add_task("Merging", total=sources(folders).configuration.games)
            with closing(join(out, folders)) as joined:
                for games in joined:
                    bar.update(task, completed=games)
                    interruption.check()
    except UnfinishedGamesError as error:
        raise CheckFailed(str(error)) from error
    say(f"{games:,} games are in {out}, all of them checked")

"""Matches on Ray: the result is that of one machine, even if a worker and the command are killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.process import running
from volo import ClusterError, Game, Position
from volo.engine.match import Spec
from volo.engine.match.game import Terms
from volo.engine.match.runner import play_on_a_machine

pytestmark = [pytest.mark.ray, pytest.mark.usefixtures("ray_folder")]

WORDS = ("match", "engine:300", "careful", "--rules", "standard-4", "--games", "24", "--seed", "3", "--json")

# Runs two commands on one cluster. A worker of the first is killed, and then the command itself. Tasks leave a mark for
# their pair.
PROGRAM = """
import os, pathlib, signal, subprocess, sys
from ray.cluster_utils import Cluster

COMMAND = '''
import os, pathlib, signal, sys
from volo.cli import main
from volo.engine.match import runner

play = runner.play_on_a_machine

def marked(terms, number, opening, version):
    marks = pathlib.Path({marks!r})
    with open(marks / str(number), "a") as mark:
        mark.write("x")
    if number == 3 and {dies} and not (marks / "died").exists():
        (marks / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play(terms, number, opening, version)

runner.play_on_a_machine = marked
if {dies}:
    import volo.cli.match
    tally, calls = volo.cli.match.Tally.add, []

    def add(*arguments):
        calls.append(None)
        if len(calls) == 4:
            os.kill(os.getpid(), signal.SIGKILL)
        tally(*arguments)

    volo.cli.match.Tally.add = add
sys.exit(main(sys.argv[1:]))
'''

place, *words = sys.argv[1:]
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
for dies in True, False:
    marks = pathlib.Path(place, f"marks-{dies}")
    marks.mkdir()
    command = [sys.executable, "-c", COMMAND.format(marks=str(marks), dies=dies), *words, "--address", cluster.address]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if dies:
        pathlib.Path(place, "kept").write_bytes(pathlib.Path(place, "games.jsonl.checkpoint").read_bytes())
    pathlib.Path(place, f"result-{dies}").write_text(f"{done.returncode} {done.stdout}")
cluster.shutdown()
"""


@pytest.mark.storage
def test_a_match_on_ray_is_that_of_one_machine_after_kills(tmp_path: Path) -> None:
    whole, file = tmp_path / "whole.jsonl", tmp_path / "games.jsonl"
    here = subprocess.run(
        [sys.executable, "-m", "volo", *WORDS, "--out", str(whole)], capture_output=True, text=True, check=True
    )
    words = (*WORDS, "--out", str(file), "--cluster", "ray")
    with running(sys.executable, "-c", PROGRAM, str(tmp_path), *words, stdout=subprocess.DEVNULL) as process:
        process.communicate()
    assert process.returncode == 0
    assert (tmp_path / "result-True").read_text() == f"{-signal.SIGKILL} "
    assert (tmp_path / "result-False").read_text() == f"0 {here.stdout}"
    assert file.read_bytes() == whole.read_bytes()
    # The worker that played pair 3 was lost.
    assert (tmp_path / "marks-True" / "3").read_text() == "xx"
    kept = len((tmp_path / "kept").read_bytes().splitlines()) - 1
    assert kept >= 4
    again = {path.name: path.read_text() for path in (tmp_path / "marks-False").iterdir()}
    assert len(again) == 12 - kept
    # On a slow machine, all pairs may be kept when the command is killed.
    assert set(again.values()) <= {"x"}
    assert not Path(f"{file}.checkpoint").exists()


def test_a_machine_with_another_version_is_refused() -> None:
    spec = Spec.parse("uniform")
    with pytest.raises(ClusterError, match="a machine of the cluster has volo"):
        play_on_a_machine(Terms((spec, spec), 0, 10, None), 1, Game(Position("standard-4")), "99")

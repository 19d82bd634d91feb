"""How fast the page of `volo play` is in headless Chromium. The results are a section of benches/RESULTS.md.

It needs Node.js, Chromium, and the packages of `web/package.json`.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from results import Row, machine, publish

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "web" / "tests" / "page" / "speed.bench.js"
RUNS = 3


def main() -> None:
    times: dict[str, list[float]] = {}
    for _ in range(RUNS):
        command = ["node", "--test", "--test-reporter=tap", str(SCRIPT)]
        printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=300).stdout
        for line in re.findall(r'\{"[a-z]+":\[.*\]\}', printed):
            for name, measured in json.loads(line).items():
                times.setdefault(name, []).extend(measured)
    rows = [
        Row("first paint of the page, ms", times["paint"], [], "at most 300"),
        Row("from the tap to the move on the screen, edge 7, ms", times["move"], [], "at most 50"),
        Row("the same while the engine analyses, ms", times["analysed"], [], "at most 50"),
    ]
    about = [
        machine(),
        "`benches/python/page.py`: medians of 15 or 21 times, in headless Chromium, from the server of `volo play`.",
    ]
    publish(rows, about, "The page")


if __name__ == "__main__":
    main()

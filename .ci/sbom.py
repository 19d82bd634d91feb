"""Remove the build folder from the SBOM of a wheel.

maturin writes the Cargo ids of our crates into the SBOM, and an id contains the folder of its crate. The wheel is
packed again with all time stamps at SOURCE_DATE_EPOCH, so that the same commit gives the same bytes in any folder.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

# The Cargo id of a crate: path+file:///some/folder#volo-rules@0.1.0. Cargo omits the name if the folder has the same
# name: path+file:///some/volo-rules#0.1.0.
CRATE: Final = re.compile(r'path\+file://[^"#]*?(?P<folder>[^"#/]*)#(?:(?P<name>[^"@ ]+)@)?(?P<version>[^" ]+)')


def without_folders(sbom: str) -> str:
    """The SBOM with the folders removed from the ids of local crates.

    >>> without_folders('{"bom-ref": "path+file:///home/me/volo-rules#0.1.0"}')
    '{"bom-ref": "volo-rules@0.1.0"}'
    >>> without_folders('{"bom-ref": "path+file:///tmp/a b#volo-rules@0.1.0 bin-target-0"}')
    '{"bom-ref": "volo-rules@0.1.0 bin-target-0"}'
    """
    return CRATE.sub(lambda found: f"{found['name'] or found['folder']}@{found['version']}", sbom)


def main() -> None:
    """Rewrite each wheel that is named on the command line."""
    for wheel in sys.argv[1:]:
        with TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-m", "wheel", "unpack", "--dest", folder, wheel], check=True)
            (unpacked,) = Path(folder).iterdir()
            (sbom,) = unpacked.glob("*.dist-info/sboms/*.cyclonedx.json")
            sbom.write_text(without_folders(sbom.read_text(encoding="utf-8")), encoding="utf-8")
            command = ["-m", "wheel", "pack", "--dest-dir", str(Path(wheel).parent), str(unpacked)]
            subprocess.run([sys.executable, *command], check=True)


if __name__ == "__main__":
    main()

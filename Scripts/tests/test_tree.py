import json
import stat
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from house.tree import Tree


class LinkedTargetsTest(unittest.TestCase):
    """Tests of targets whose folder is a symbolic link into another package or to a folder of no package."""

    def test_a_linked_folder_is_seen_once_and_where_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder)
            for name in ["Sources/BellhopKit", "App/Phone", "Check/Sources"]:
                (top / name).mkdir(parents=True)
            (top / "Check/Sources/BellhopKit").symlink_to("../../Sources/BellhopKit")
            (top / "Check/Sources/Phone").symlink_to("../../App/Phone")
            for package, names in {".": ["BellhopKit"], "Check": ["BellhopKit", "Phone"]}.items():
                targets = [{"name": name, "type": "regular", "dependencies": []} for name in names]
                (top / package / "Package.swift").write_text(json.dumps({"targets": targets}))
            swift = top / "bin/swift"
            swift.parent.mkdir()
            swift.write_text('#!/bin/sh\nexec cat "$4/Package.swift"\n')
            swift.chmod(swift.stat().st_mode | stat.S_IXUSR)
            with mock.patch.dict("os.environ", {"PATH": f"{swift.parent}:/usr/bin:/bin"}):
                found = sorted((target.name, target.folder) for target in Tree(top).targets)
        self.assertEqual([("BellhopKit", "Sources/BellhopKit"), ("Phone", "App/Phone")], found)

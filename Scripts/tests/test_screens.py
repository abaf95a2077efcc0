"""Tests of the rendering and the comparison of pictures by Scripts/screens."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

from pictures.svg import picture
from pictures.terminal import Cell, Style, Terminal, renamed, text

SCRIPT = Path(__file__).resolve().parent.parent / "screens"


def load():
    loader = importlib.machinery.SourceFileLoader("screens", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("screens", loader))
    loader.exec_module(module)
    return module


def row(line: str, style: Style = Style()) -> list:
    return [Cell(letter, style) for letter in line]


class PictureTest(unittest.TestCase):
    def test_text_is_escaped_and_in_its_column(self):
        root = xml.fromstring(picture([row("  a <b> & c")], "T", "D"))
        words = [element for element in root.iter() if element.tag.endswith("text")][-1]
        self.assertEqual("a <b> & c", words.text)
        self.assertEqual("36.8", words.get("x"))
        self.assertAlmostEqual(9 * 8.4, float(words.get("textLength")), places=1)

    def test_frames_are_lines_and_buttons_are_fields(self):
        drawn = picture([row("╭─╮"), row("  ok  ", Style("green", reversed=True)), row("╰─╯")], "T", "D")
        self.assertNotRegex(drawn, "[╭─╮╰╯]")
        self.assertEqual(6 + 1, drawn.count("<path"))
        self.assertRegex(drawn, r'<rect [^>]*fill="#4ade80"/>\n  <text [^>]*fill="#171c26"')

    def test_a_machine_is_renamed_without_moving_what_follows(self):
        style = Style(dim=True)
        rows = renamed([row("│ shop · vm        │", style), row("│ vmstat │")], "vm", "laptop")
        self.assertEqual("│ shop · laptop    │\n│ vmstat │\n", text(rows))
        self.assertEqual({style}, {cell.style for cell in rows[0]})


class WritingTest(unittest.TestCase):
    def test_only_more_than_measured_times_is_a_change(self):
        screens = load()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.txt"
            self.assertTrue(screens.put(path, "  41 ms  it is shown\n 42 ms  so here\n━━━━━━━━━━──  1:59 left\n", False))
            self.assertFalse(screens.put(path, "4.2 s  so here\n4.23 s  it is shown\n━━━━━━━━━━━━  2:00 left\n", False))
            self.assertIn("41 ms", path.read_text())
            self.assertTrue(screens.put(path, "  41 ms  it is not shown\n━━━━━━━━━━──  1:59 left\n", True))
            self.assertIn("it is shown", path.read_text())


@unittest.skipUnless(importlib.util.find_spec("pyte"), "pyte is not installed here; Scripts/screens installs it for itself")
class TerminalTest(unittest.TestCase):
    def test_a_program_shows_its_text_and_styles_and_hears_keys(self):
        program = r"import sys; print('\033[2mdim\033[0m \033[1;32mok'); sys.exit(int(input()))"
        with Terminal([sys.executable, "-c", program], 40, 5, {}) as terminal:
            terminal.until(lambda shown: "ok" in shown)
            self.assertTrue(terminal.cells[0][0].style.dim)
            self.assertEqual(Style("green", bold=True), terminal.cells[0][4].style)
            terminal.press("3\n")
            self.assertEqual(3, terminal.ended())
        self.assertTrue(re.match("dim ok", terminal.text))


if __name__ == "__main__":
    unittest.main()

"""Renders a terminal's screen as an SVG with a dark background, for light and dark pages."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import Iterator

from .terminal import Cell, Style

#: Sizes in pixels.
WIDTH, HEIGHT, BASELINE = 8.4, 19, 14
MARGIN, BAR = 20, 32

BACKGROUND, FRAME, DIM = "#171c26", "#252c3a", "#7f8ba3"
COLORS = {"default": "#e6ebf3", "red": "#f87171", "green": "#4ade80", "brown": "#fbbf24", "yellow": "#fbbf24", "cyan": "#67d4e8"}
#: The directions of box-drawing lines from the center of a cell: left, right, up, down.
ARMS = {"─": "lr", "━": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu"}
FONT = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace'


def picture(rows: list[list[Cell]], title: str, description: str) -> str:
    columns = max(len(row) for row in rows)
    width = round(2 * MARGIN + columns * WIDTH)
    height = round(BAR + MARGIN * 1.5 + len(rows) * HEIGHT)
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" xml:space="preserve" role="img" aria-labelledby="title description">',
        f'  <title id="title">{escape(title)}</title>',
        f'  <desc id="description">{escape(description)}</desc>',
        f"  <style>text {{ font-family: {FONT}; font-size: 14px; white-space: pre; }}</style>",
        f'  <rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="12" fill="{BACKGROUND}" stroke="#3d444d"/>',
        f'  <path d="M1 {BAR}V12.5A11.5 11.5 0 0 1 12.5 1H{width - 12.5}A11.5 11.5 0 0 1 {width - 1} 12.5V{BAR}z" fill="{FRAME}"/>',
    ]
    for place, color in enumerate(["#f0655a", "#f4bf4f", "#5fc454"]):
        body.append(f'  <circle cx="{22 + 20 * place}" cy="16.5" r="5.5" fill="{color}"/>')
    body.append(
        f'  <text x="{width / 2:g}" y="21" text-anchor="middle" fill="#9aa5b8" style="font-size: 13px">{escape(title)}</text>'
    )
    for number, row in enumerate(rows):
        body += _row(row, BAR + MARGIN * 0.75 + number * HEIGHT)
    return "\n".join([*body, "</svg>"]) + "\n"


def _row(row: list[Cell], top: float) -> Iterator[str]:
    for (style, is_line), group in groupby(enumerate(row), key=lambda entry: (entry[1].style, entry[1].text in ARMS)):
        cells = list(group)
        left, text = MARGIN + cells[0][0] * WIDTH, "".join(cell.text for _, cell in cells)
        if is_line:
            yield from _lines(cells, style, top)
        else:
            if style.reversed:
                yield _field(style, left, len(cells) * WIDTH, top)
            yield from _words(text, cells, style, top)


def _words(text: str, cells: list, style: Style, top: float) -> Iterator[str]:
    """The text without surrounding spaces, at the position of its first column in any font."""
    if not text.strip():
        return
    first = next(index for index, (_, cell) in enumerate(cells) if cell.text.strip())
    last = len(cells) - next(index for index, (_, cell) in enumerate(reversed(cells)) if cell.text.strip())
    left, width = MARGIN + cells[first][0] * WIDTH, (last - first) * WIDTH
    weight = ' font-weight="bold"' if style.bold else ""
    fill = BACKGROUND if style.reversed else DIM if style.dim else COLORS.get(style.color, COLORS["default"])
    yield (
        f'  <text x="{left:.1f}" y="{top + BASELINE:.1f}" textLength="{width:.1f}" lengthAdjust="spacingAndGlyphs" '
        f'fill="{fill}"{weight}>{escape(text.strip())}</text>'
    )


def _field(style: Style, left: float, width: float, top: float) -> str:
    color = COLORS.get(style.color, COLORS["default"])
    return f'  <rect x="{left:.1f}" y="{top - 1:.1f}" width="{width:.1f}" height="{HEIGHT}" rx="4" fill="{color}"/>'


def _lines(cells: list, style: Style, top: float) -> Iterator[str]:
    color = DIM if style.dim else COLORS.get(style.color, COLORS["default"])
    middle = top + HEIGHT / 2
    for text, group in groupby(cells, key=lambda entry: entry[1].text):
        run = list(group)
        left, right = MARGIN + run[0][0] * WIDTH, MARGIN + (run[-1][0] + 1) * WIDTH
        center = left + WIDTH / 2
        if text in "─━":
            shape = f"M{left:.1f} {middle:.1f}H{right:.1f}"
        elif text == "│":
            shape = f"M{center:.1f} {top:.1f}v{HEIGHT}"
        else:
            arms = ARMS[text]
            end = right if "r" in arms else left
            edge = top + HEIGHT if "d" in arms else top
            shape = f"M{center:.1f} {edge:.1f}Q{center:.1f} {middle:.1f} {end:.1f} {middle:.1f}"
        width = 4 if text == "━" else 1.3
        yield f'  <path d="{shape}" fill="none" stroke="{color}" stroke-width="{width}"/>'

"""A bar chart as SVG, for light and dark pages."""

from html import escape

WIDTH, LEFT, BAR, GAP, TOP = 760, 300, 26, 14, 52


def picture(title: str, bars: list[tuple[str, float]]) -> str:
    """:param bars: labels and values; the labels of Bellhop's bars begin with its name."""
    most = max(value for _, value in bars)
    height = TOP + len(bars) * (BAR + GAP) + 6
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-label="{escape(title)}">',
        "<style>",
        "text { font: 14px system-ui, sans-serif; fill: #1c1e21 } .title { font-weight: 600; font-size: 15px }",
        ".own { fill: #2f6fed } .other { fill: #9aa3af }",
        "@media (prefers-color-scheme: dark) { text { fill: #e8eaed } .own { fill: #6f9dff } .other { fill: #6b7280 } }",
        "</style>",
        f'<text class="title" x="0" y="22">{escape(title)}</text>',
    ]
    for index, (label, value) in enumerate(bars):
        top = TOP + index * (BAR + GAP)
        width = max(2, value / most * (WIDTH - LEFT - 90))
        kind = "own" if label.startswith("Bellhop") else "other"
        lines += [
            f'<text x="0" y="{top + 18}">{escape(label)}</text>',
            f'<rect class="{kind}" x="{LEFT}" y="{top}" width="{width:.1f}" height="{BAR}" rx="3"/>',
            f'<text x="{LEFT + width + 8:.1f}" y="{top + 18}">{value:,.0f}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])

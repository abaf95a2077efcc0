"""Reads property lists in the OpenStep format of Xcode projects."""

from __future__ import annotations

import re

_TOKEN = re.compile(r'//[^\n]*|/\*[\s\S]*?\*/|"(?:\\[\s\S]|[^"\\])*"|[A-Za-z0-9_.$/:@-]+|[{}();=,]|\s+')
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


class Malformed(ValueError):
    def __init__(self, line: int, message: str):
        super().__init__(message)
        self.line = line


def parse(text: str):
    """The dictionary, list or text that `text` holds. Numbers stay texts: the format has none.

    Raises `Malformed` with the line.
    """
    tokens = _tokens(text)
    value = _value(tokens)
    kind, token, line = next(tokens)
    if kind != "end":
        raise Malformed(line, f"{token} after the end")
    return value


def _tokens(text: str):
    place, line = 0, 1
    while place < len(text):
        match = _TOKEN.match(text, place)
        if not match:
            raise Malformed(line, f"unexpected {text[place]!r}")
        token, place = match.group(), match.end()
        if token[0] == '"':
            yield "text", re.sub(r"\\([\s\S])", lambda escape: _ESCAPES.get(escape[1], escape[1]), token[1:-1]), line
        elif token in "{}();=,":
            yield "sign", token, line
        elif not token.isspace() and not token.startswith(("//", "/*")):
            yield "text", token, line
        line += token.count("\n")
    while True:
        yield "end", "the end", line


def _value(tokens, first=None):
    kind, token, line = first or next(tokens)
    if kind == "text":
        return token
    if token == "{":
        return _dictionary(tokens)
    if token == "(":
        return _list(tokens)
    raise Malformed(line, f"a value expected, not {token}")


def _dictionary(tokens) -> dict:
    found = {}
    while True:
        kind, key, line = next(tokens)
        if (kind, key) == ("sign", "}"):
            return found
        if kind != "text":
            raise Malformed(line, f"a key expected, not {key}")
        if key in found:
            raise Malformed(line, f"{key} occurs twice")
        _expect(tokens, "=")
        found[key] = _value(tokens)
        _expect(tokens, ";")


def _list(tokens) -> list:
    found = []
    while True:
        first = next(tokens)
        if first[:2] == ("sign", ")"):
            return found
        found.append(_value(tokens, first))
        kind, token, line = next(tokens)
        if (kind, token) == ("sign", ")"):
            return found
        if (kind, token) != ("sign", ","):
            raise Malformed(line, f", or ) expected, not {token}")


def _expect(tokens, sign: str):
    kind, token, line = next(tokens)
    if (kind, token) != ("sign", sign):
        raise Malformed(line, f"{sign} expected, not {token}")

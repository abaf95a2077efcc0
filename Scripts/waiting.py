"""Waits for conditions with a deadline. No case sleeps for a fixed time."""

from __future__ import annotations

import time
from typing import Callable, TypeVar

T = TypeVar("T")

#: In seconds. Long, because the machine may be busy; a passing case never waits this long.
PATIENCE = 60.0
PAUSE = 0.03


class TimedOut(AssertionError):
    """A condition did not hold in time."""


def until(condition: Callable[[], T], what: str, seconds: float = PATIENCE) -> T:
    """The first true value of `condition`.

    :param what: the condition in words, for the error.
    :raises TimedOut: when it does not hold within `seconds`.
    """
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise TimedOut(f"not within {seconds:g} s: {what}")
        time.sleep(PAUSE)


def stays(condition: Callable[[], bool], what: str, seconds: float) -> None:
    """Checks that `condition` holds during the next `seconds`.

    :raises AssertionError: as soon as it does not.
    """
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not condition():
            raise AssertionError(f"no longer true: {what}")
        time.sleep(PAUSE)

"""Symbols that are newer than the deployment target, with patterns for finding them.

On Linux the compiler ignores `@available(iOS …)`, so that a missing `#available` fails on a Mac only. Every newer symbol
needs a row; the lint reports newer declarations in Checks/AppleSDK without one.
"""

from __future__ import annotations

import re
from typing import NamedTuple

Version = tuple[int, int]

#: The deployment target of the root manifest.
FLOOR: Version = (17, 0)


class Symbol(NamedTuple):
    #: The name in messages.
    name: str
    #: The modules that have it; any if empty.
    modules: frozenset[str]
    pattern: re.Pattern
    since: Version


def _row(since: Version, modules: str, name: str, pattern: str | None = None) -> Symbol:
    return Symbol(name, frozenset(modules.split()), re.compile(pattern or rf"\b{name}\b"), since)


#: An argument list with up to two levels of parentheses.
ARGUMENTS = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?"

TABLE = [
    # ActivityKit
    _row((17, 2), "ActivityKit", "pushToStartToken"),
    _row((17, 2), "ActivityKit", "pushToStartTokenUpdates"),
    _row((17, 2), "ActivityKit", "update(…timestamp:)", rf"\.update{ARGUMENTS}\btimestamp:"),
    _row((17, 2), "ActivityKit", "end(…timestamp:)", rf"\.end{ARGUMENTS}\btimestamp:"),
    _row((18, 0), "ActivityKit", "ActivityStyle"),
    _row((18, 0), "ActivityKit", "PushType.channel", r"\bPushType\.channel\b|\bpushType:\s*\.channel\b"),
    _row((18, 0), "ActivityKit", "request(…style:)", rf"\.request{ARGUMENTS}\bstyle:"),
    _row((26, 0), "ActivityKit", "request(…start:)", rf"\.request{ARGUMENTS}\bstart:"),
    _row((26, 0), "ActivityKit", "ActivityState.pending", r"\bActivityState\.pending\b|\bactivityState\s*[!=]=\s*\.pending\b"),
    # WidgetKit
    _row((18, 0), "WidgetKit", "supplementalActivityFamilies"),
    _row((18, 0), "WidgetKit", "ActivityFamily"),
    _row((18, 0), "WidgetKit", "activityFamily"),
    _row((18, 0), "WidgetKit", "ControlWidget", r"\b\w*Control(?:Widget|PushHandler|PushInfo|Info|Center)\w*\b"),
    _row((26, 0), "WidgetKit", "WidgetPushHandler", r"\bWidgetPush(?:Handler|Info)\b"),
    _row((26, 0), "WidgetKit", "pushHandler"),
    # AppIntents
    _row((26, 0), "AppIntents", "supportedModes"),
    # UserNotifications, UIKit, BackgroundTasks
    _row((18, 0), "UserNotifications", "UNNotificationAttributedMessageContext"),
    _row((17, 5), "UIKit", "notificationOccurred(_:at:)", rf"\bnotificationOccurred{ARGUMENTS}\bat:"),
    _row((17, 5), "UIKit", "FeedbackGenerator(view:)", rf"\bUI\w*FeedbackGenerator{ARGUMENTS}\bview:"),
    _row((26, 0), "BackgroundTasks", "BGContinuedProcessingTask", r"\bBGContinuedProcessing\w+\b"),
    _row((26, 0), "BackgroundTasks", "supportedResources"),
    _row((26, 0), "BackgroundTasks", "immediateRunIneligible"),
    # SwiftUI
    _row((18, 0), "SwiftUI", "Tab", r"(?<![\w.])Tab\("),
    _row((18, 0), "SwiftUI", "MeshGradient"),
    _row((18, 0), "SwiftUI", "ScrollPosition"),
    _row((18, 0), "SwiftUI", "TextRenderer"),
    _row((18, 0), "SwiftUI", "onScrollGeometryChange"),
    _row((18, 0), "SwiftUI", "presentationSizing"),
    _row((18, 0), "SwiftUI", "navigationTransition"),
    _row((18, 0), "SwiftUI", "sidebarAdaptable"),
    _row((26, 0), "SwiftUI", "glass", r"\b(?:glassEffect\w*|GlassEffectContainer|glassProminent)\b|\.buttonStyle\(\s*\.glass\b"),
    _row((26, 0), "SwiftUI", "tabBarMinimizeBehavior"),
    # The standard library, wherever it is used
    _row((18, 0), "", "Synchronization", r"\bimport\s+Synchronization\b"),
    _row((18, 0), "", "AsyncSequence<…>", r"\b(?:some|any)\s+AsyncSequence\s*<"),
    _row((18, 0), "", "Int128", r"\bU?Int128\b"),
    _row((18, 0), "", "withTaskExecutorPreference"),
    _row((26, 0), "", "Observations", r"\bObservations\s*[({]"),
    _row((26, 0), "", "Span", r"\b(?:Mutable|Raw|MutableRaw|Output|UTF8)?Span\s*<|\bInlineArray\b|\bRawSpan\b"),
    _row((26, 0), "", "Task.immediate", r"\bTask\.immediate\b"),
]

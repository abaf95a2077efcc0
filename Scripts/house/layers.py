"""The modules that each target may import.

Rows are in the order of the layers: a target may import own modules from rows above it only. Other modules are forbidden
unless they are listed. Widening a row is a decision, and the commit gives its reason.
"""

from __future__ import annotations

#: Every target may import these.
EVERYWHERE = {"Swift", "Foundation", "FoundationEssentials", "Dispatch", "Synchronization"}

#: Modules of some platforms, for use inside `#if canImport(…)` or `#if os(…)` only.
GUARDED = {"CryptoKit", "Darwin", "FoundationNetworking", "Glibc", "Musl", "Android"}

APPLE = (
    "ActivityKit AppIntents AppKit BackgroundTasks CoreGraphics CryptoKit ImageIO LocalAuthentication Network Observation OSLog Security SwiftUI "
    "UIKit UniformTypeIdentifiers UserNotifications UserNotificationsUI WatchKit WidgetKit os"
)
PLATFORM = "Darwin Glibc Musl Android"
SERVICE = "Crypto Logging Metrics ServiceLifecycle"
GATEWAY = "BellhopFoundation BellhopModel BellhopPush BellhopHTTP2 NIOConcurrencyHelpers NIOCore NIOPosix"
HTTP2 = "NIOConcurrencyHelpers NIOCore NIOPosix NIOTLS NIOHTTP1 NIOSSL NIOHTTP2 NIOHPACK"

#: The permitted imports of each target. No other target may import SQLite, libpq, Hummingbird, an HTTP client or Apple's frameworks.
TABLE = {
    # Foundation without its localization data on Linux, and small replacements for parts of it.
    "BellhopFoundation": PLATFORM,
    # Linked by apps.
    "BellhopModel": "BellhopFoundation CryptoKit",
    "BellhopKit": "BellhopFoundation BellhopModel CryptoKit",
    # For tests of apps and of this repository.
    "BellhopTesting": "BellhopModel BellhopKit",
    "BellhopLive": f"BellhopModel BellhopKit {APPLE}",
    # FoundationNetworking has URLSession on Linux. It requires libcurl, which a self-contained program cannot link, so
    # the server and the tool must not use it.
    "BellhopSystem": f"BellhopModel BellhopKit FoundationNetworking {APPLE}",
    "BellhopExtensions": f"BellhopModel BellhopKit BellhopSystem {APPLE}",
    "BellhopApple": f"BellhopModel BellhopKit BellhopSystem FoundationNetworking {APPLE}",
    "BellhopUI": f"BellhopModel BellhopKit BellhopLive BellhopSystem BellhopApple {APPLE}",
    # Code of app developers, compiled by Checks/AppleSDK.
    "Examples": f"BellhopModel BellhopKit BellhopLive BellhopExtensions BellhopApple BellhopUI BellhopTesting {APPLE}",
    # The gateways.
    "BellhopPush": "BellhopFoundation BellhopModel Metrics NIOConcurrencyHelpers",
    "BellhopHTTP2": "BellhopModel BellhopPush NIOConcurrencyHelpers NIOCore NIOPosix NIOTLS NIOHTTP1 NIOSSL NIOHPACK",
    "BellhopAPNs": f"{GATEWAY} NIOSSL {SERVICE}",
    "BellhopFCM": f"{GATEWAY} CryptoExtras {SERVICE} {PLATFORM}",
    "BellhopWebPush": f"{GATEWAY} {SERVICE} {PLATFORM}",
    # The storage.
    "BellhopSQL": PLATFORM,
    "CSQLite": "",
    "BellhopSQLite": "BellhopSQL CSQLite",
    "CPostgres": "",
    "BellhopPostgres": f"BellhopSQL CPostgres {PLATFORM}",
    "BellhopStore": f"BellhopFoundation BellhopModel BellhopSQL BellhopSQLite BellhopPostgres {PLATFORM}",
    # The server.
    "BellhopCore": f"BellhopFoundation BellhopModel BellhopPush BellhopStore {SERVICE}",
    "BellhopConsole": "",
    "BellhopServer": (
        f"BellhopFoundation BellhopModel BellhopStore BellhopCore BellhopConsole {SERVICE} Hummingbird HummingbirdCore HTTPTypes "
        "NIOCore NIOPosix NIOSSL NIOHTTP1 NIOWebSocket NIOHTTPTypes NIOHTTPTypesHTTP1 NIOExtras"
    ),
    # Its clients.
    "BellhopClient": (
        f"BellhopFoundation BellhopModel NIOCore NIOPosix NIOTLS NIOHTTP1 NIOWebSocket NIOSSL {PLATFORM}"
    ),
    "BellhopAgents": "BellhopModel Crypto",
    "BellhopSimulators": (
        f"BellhopFoundation BellhopModel BellhopKit BellhopClient Crypto CryptoExtras Logging ServiceLifecycle X509 SwiftASN1 {HTTP2} "
        f"{PLATFORM}"
    ),
    # Shared by all commands, and the command for agents.
    "BellhopTerminal": f"BellhopFoundation BellhopModel BellhopClient ArgumentParser UnixSignals {PLATFORM}",
    "BellhopHook": (
        f"BellhopFoundation BellhopModel BellhopClient BellhopAgents BellhopTerminal Crypto ArgumentParser {PLATFORM}"
    ),
    "bellhop-hook": "BellhopHook",
    # The composition root.
    "BellhopCLI": (
        "BellhopFoundation BellhopModel BellhopKit BellhopPush BellhopAPNs BellhopFCM BellhopWebPush BellhopStore BellhopCore "
        "BellhopServer BellhopTerminal BellhopHook "
        f"BellhopClient BellhopAgents BellhopSimulators {SERVICE} Subprocess UnixSignals ArgumentParser {PLATFORM}"
    ),
    "bellhop": "BellhopCLI",
}

#: The targets that the programs link. They import BellhopFoundation instead of Foundation: all of Foundation, with ICU and its
#: data, would be more than half of a program (docs/decisions/0013).
ESSENTIAL = {name for name in TABLE if name not in {
    "BellhopTesting", "BellhopLive", "BellhopSystem", "BellhopExtensions", "BellhopApple", "BellhopUI", "Examples"}}

#: The targets that `make test-races` checks. They may not import Synchronization: ThreadSanitizer does not understand `Mutex` on
#: Linux, and reports correctly locked accesses as races. It understands NIOLockedValueBox.
RACE_CHECKED = {"BellhopPush", "BellhopHTTP2", "BellhopAPNs", "BellhopFCM", "BellhopWebPush", "BellhopSimulators"}

#: Additional imports of tests.
TESTING = {"Testing", "HummingbirdTesting", "Observation"}


def allowed(target: str) -> set[str]:
    everywhere = EVERYWHERE - {"Synchronization"} if target in RACE_CHECKED else EVERYWHERE
    return set(TABLE[target].split()) | everywhere


def allowed_in_tests(dependencies: frozenset[str]) -> set[str]:
    """The declared dependencies of a test target, and the permitted imports of those."""
    seen = set(dependencies) | EVERYWHERE | TESTING
    for module in dependencies & TABLE.keys():
        seen |= allowed(module)
    return seen

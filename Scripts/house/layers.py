"""Which target may import what. The table to read, and to change, when a target wants more.

Rows go from the bottom up: a target may import our own modules only from rows above it in this file. Everything
that is not ours and not named here is forbidden. To widen a row is a decision: say why in the commit.
"""

from __future__ import annotations

#: Every target may import these.
EVERYWHERE = {"Swift", "Foundation", "FoundationEssentials", "Synchronization"}

#: Only inside `#if canImport(…)` or `#if os(…)`: they exist on some platforms only.
GUARDED = {"CryptoKit", "Darwin", "FoundationNetworking", "Glibc", "Musl", "Android"}

APPLE = (
    "ActivityKit AppIntents AppKit BackgroundTasks CoreGraphics CryptoKit ImageIO LocalAuthentication Network Observation OSLog Security SwiftUI "
    "UIKit UniformTypeIdentifiers UserNotifications UserNotificationsUI WatchKit WidgetKit os"
)
PLATFORM = "Darwin Glibc Musl Android"
SERVICE = "Crypto Logging Metrics ServiceLifecycle"
HTTP2 = "NIOCore NIOPosix NIOTLS NIOHTTP1 NIOSSL NIOHTTP2 NIOHPACK"

#: Target, then what it may import. Only these rows name GRDB, Hummingbird, an HTTP client or an Apple framework.
TABLE = {
    # What an app links.
    "BellhopModel": "CryptoKit",
    "BellhopKit": "BellhopModel CryptoKit",
    # For tests, of apps and our own.
    "BellhopTesting": "BellhopModel BellhopKit",
    "BellhopLive": f"BellhopModel BellhopKit {APPLE}",
    # FoundationNetworking is where URLSession lives outside Apple's systems. It wants libcurl: what links it cannot be
    # one self-contained program, so that nothing the server or the tool links may.
    "BellhopSystem": f"BellhopModel BellhopKit FoundationNetworking {APPLE}",
    "BellhopExtensions": f"BellhopModel BellhopKit BellhopSystem {APPLE}",
    "BellhopApple": f"BellhopModel BellhopKit BellhopSystem FoundationNetworking {APPLE}",
    "BellhopUI": f"BellhopModel BellhopKit BellhopLive BellhopSystem BellhopApple {APPLE}",
    # What a developer of an app writes; Checks/AppleSDK compiles it.
    "Examples": f"BellhopModel BellhopKit BellhopLive BellhopExtensions BellhopApple BellhopUI BellhopTesting {APPLE}",
    # The gateways.
    "BellhopPush": "BellhopModel",
    "BellhopAPNs": f"BellhopModel BellhopPush {SERVICE} {HTTP2}",
    "BellhopFCM": (
        f"BellhopModel BellhopPush CryptoExtras AsyncHTTPClient NIOCore NIOPosix NIOHTTP1 NIOSSL {SERVICE} {PLATFORM}"
    ),
    "BellhopWebPush": f"BellhopModel BellhopPush {SERVICE} {HTTP2}",
    # The stores.
    "BellhopStore": "BellhopModel",
    "BellhopStoreSQLite": f"BellhopModel BellhopStore GRDB {PLATFORM}",
    # The server.
    "BellhopCore": f"BellhopModel BellhopPush BellhopStore {SERVICE}",
    "BellhopServer": (
        f"BellhopModel BellhopStore BellhopCore {SERVICE} Hummingbird HummingbirdCore HTTPTypes "
        "NIOCore NIOPosix NIOHTTP1 NIOWebSocket NIOHTTPTypes NIOHTTPTypesHTTP1 NIOExtras"
    ),
    # Its clients.
    "BellhopFoundation": PLATFORM,
    "BellhopClient": (
        f"BellhopFoundation BellhopModel NIOCore NIOPosix NIOTLS NIOHTTP1 NIOWebSocket NIOSSL {PLATFORM}"
    ),
    "BellhopAgents": "BellhopModel Crypto",
    "BellhopSimulators": (
        f"BellhopModel BellhopKit BellhopClient Crypto CryptoExtras Logging ServiceLifecycle X509 SwiftASN1 {HTTP2} "
        f"{PLATFORM}"
    ),
    # What every command stands on, and the one that agents run.
    "BellhopTerminal": f"BellhopFoundation BellhopModel BellhopClient ArgumentParser UnixSignals {PLATFORM}",
    "BellhopHook": (
        f"BellhopFoundation BellhopModel BellhopClient BellhopAgents BellhopTerminal Crypto ArgumentParser {PLATFORM}"
    ),
    "bellhop-hook": "BellhopHook",
    # Where everything is put together.
    "BellhopCLI": (
        "BellhopModel BellhopKit BellhopPush BellhopAPNs BellhopFCM BellhopStore BellhopStoreSQLite BellhopCore "
        "BellhopServer BellhopTerminal BellhopHook "
        f"BellhopClient BellhopAgents BellhopSimulators {SERVICE} Subprocess UnixSignals ArgumentParser {PLATFORM}"
    ),
    "bellhop": "BellhopCLI",
}

#: Where there is FoundationEssentials, these import nothing more of Foundation: `bellhop-hook` is linked of them, and
#: took a fifth longer with all of it (docs/decisions/0013).
ESSENTIAL = {
    "BellhopModel", "BellhopFoundation", "BellhopClient", "BellhopAgents", "BellhopTerminal", "BellhopHook",
    "bellhop-hook",
}

#: Tests may import these besides what the targets under test may.
TESTING = {"Testing", "HummingbirdTesting", "Observation"}


def allowed(target: str) -> set[str]:
    return set(TABLE[target].split()) | EVERYWHERE


def allowed_in_tests(dependencies: frozenset[str]) -> set[str]:
    """A test sees the modules that its manifest entry declares, and whatever those of ours may see."""
    seen = set(dependencies) | EVERYWHERE | TESTING
    for module in dependencies & TABLE.keys():
        seen |= allowed(module)
    return seen

// swift-tools-version: 6.2
import PackageDescription

// Compiles every Apple-only source of this repository on Linux, against modules with the names and signatures of
// Apple's. A package of its own: `canImport(UIKit)` becomes true for everything that is built beside such a module.
// README.md says what this proves and what it cannot prove.

/// Modules in the place of Apple's; each with the modules it is made of.
let stubs: [(name: String, dependencies: [String])] = [
    ("FoundationGaps", []),
    ("CoreGraphics", []),
    ("ImageIO", ["CoreGraphics"]),
    ("UniformTypeIdentifiers", []),
    ("os", []),
    ("OSLog", ["os"]),
    ("Security", []),
    ("LocalAuthentication", ["Security"]),
    ("CryptoKit", ["Security", "LocalAuthentication"]),
    ("Network", []),
    ("BackgroundTasks", []),
    ("UserNotifications", []),
    ("UserNotificationsUI", ["UserNotifications"]),
    ("UIKit", ["CoreGraphics", "UserNotifications"]),
    ("SwiftUI", ["CoreGraphics", "UIKit"]),
    ("ActivityKit", []),
    ("AppIntents", ["SwiftUI"]),
    ("WidgetKit", ["ActivityKit", "AppIntents", "SwiftUI"]),
]

/// The real sources, through links; each with those of ours it stands on. A new one is a link in Sources and a row here.
let sources: [(name: String, dependencies: [String])] = [
    ("BellhopModel", []),
    ("BellhopKit", ["BellhopModel"]),
    ("BellhopTesting", ["BellhopModel", "BellhopKit"]),
    ("BellhopLive", ["BellhopModel", "BellhopKit"]),
    ("BellhopSystem", ["BellhopModel", "BellhopKit"]),
    ("BellhopExtensions", ["BellhopModel", "BellhopKit", "BellhopSystem"]),
    ("BellhopApple", ["BellhopModel", "BellhopKit", "BellhopSystem"]),
    ("BellhopUI", ["BellhopModel", "BellhopKit", "BellhopLive", "BellhopSystem", "BellhopApple"]),
    // The code of an app's developer: an app against the simulator, and everything else.
    ("SimulatorApp", ["BellhopApple"]),
    (
        "Examples",
        [
            "BellhopModel", "BellhopKit", "BellhopLive", "BellhopSystem", "BellhopApple", "BellhopExtensions",
            "BellhopUI", "BellhopTesting",
        ]
    ),
]

/// Their files that are no sources, or none of these.
let others = [
    "Examples": ["Reminders/Tests", "SimulatorApp"], "BellhopSystem": ["PrivacyInfo.xcprivacy"],
]

/// Those with an entry point.
let exampleApps = ["Examples", "SimulatorApp"]

/// The app and its extensions; each with the modules of ours it links in the Xcode project, and its files that are no
/// sources.
let apps: [(name: String, isMain: Bool, dependencies: [String], others: [String])] = [
    (
        "BellhopIOS", true, ["BellhopModel", "BellhopKit", "BellhopLive", "BellhopApple", "BellhopUI"],
        [
            "Assets.xcassets", "Bellhop.entitlements", "Info.plist", "InfoPlist.xcstrings", "PrivacyInfo.xcprivacy",
            "reminder.caf",
        ].map { "Bellhop/\($0)" }
    ),
    (
        "NotificationService", false, ["BellhopExtensions"],
        ["Info.plist", "NotificationService.entitlements", "PrivacyInfo.xcprivacy"].map { "NotificationService/\($0)" }
    ),
    (
        "NotificationContent", false, ["BellhopExtensions"],
        ["Info.plist", "NotificationContent.entitlements", "PrivacyInfo.xcprivacy"]
    ),
    ("Widgets", true, ["BellhopLive"], ["Info.plist", "Widgets.entitlements", "PrivacyInfo.xcprivacy"]),
]
/// Like the SDK's, so that a `switch` over an enumeration of Apple's wants its `@unknown default`.
let stubSettings: [SwiftSetting] = [.unsafeFlags(["-enable-library-evolution", "-suppress-warnings"])]

/// Apple builds these in Swift 5 mode, and callers feel it: `Button(action: handler)` takes a handler that is not
/// Sendable, which a module in Swift 6 mode would refuse.
let stubsInSwift5 = ["SwiftUI", "ActivityKit", "AppIntents", "WidgetKit"]

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
    // Declarations that Foundation has on Apple platforms only. There `import Foundation` provides them, here this target.
    .unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "FoundationGaps"]),
]

/// Swift Testing brings an overlay for CoreGraphics, but only for Apple's.
let testSettings = settings + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]

let everyStub = stubs.map(\.name)

let package = Package(
    name: "AppleSDK",
    platforms: [.iOS(.v17), .macOS(.v14)],
    targets: stubs.map { stub in
        .target(
            name: stub.name,
            dependencies: (stub.dependencies + (stub.name == "FoundationGaps" ? [] : ["FoundationGaps"])).map {
                .init(stringLiteral: $0)
            },
            swiftSettings: stubSettings + (stubsInSwift5.contains(stub.name) ? [.swiftLanguageMode(.v5)] : [])
                + (stub.name == "ActivityKit" ? [.enableUpcomingFeature("StrictConcurrency")] : []))
    }
        + sources.map { source in
            let dependencies = (source.dependencies + everyStub).map { Target.Dependency(stringLiteral: $0) }
            let exclude = others[source.name] ?? []
            return exampleApps.contains(source.name)
                ? .executableTarget(
                    name: source.name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
                : .target(name: source.name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
        }
        + apps.map { app in
            let dependencies = (app.dependencies + everyStub).map { Target.Dependency(stringLiteral: $0) }
            return app.isMain
                ? .executableTarget(
                    name: app.name, dependencies: dependencies, exclude: app.others, swiftSettings: settings)
                : .target(name: app.name, dependencies: dependencies, exclude: app.others, swiftSettings: settings)
        }
        + [
            .testTarget(
                name: "StubTests", dependencies: everyStub.map { .init(stringLiteral: $0) }, swiftSettings: testSettings
            ),
            // The real sources, run against the stubs that behave.
            .testTarget(
                name: "AppleTests",
                dependencies: (sources.map(\.name) + everyStub).map { .init(stringLiteral: $0) },
                swiftSettings: testSettings),
            // The models of the screens and of Live Activities, over the kit on fakes.
            .testTarget(
                name: "BellhopUITests",
                dependencies: (["BellhopModel", "BellhopKit", "BellhopLive", "BellhopUI", "BellhopTesting"] + everyStub)
                    .map {
                        .init(stringLiteral: $0)
                    },
                swiftSettings: testSettings),
            // The app's own entry points.
            .testTarget(
                name: "AppTests",
                dependencies: (["BellhopModel", "BellhopKit", "BellhopApple", "BellhopIOS"] + everyStub).map {
                    .init(stringLiteral: $0)
                },
                swiftSettings: testSettings),
        ],
    swiftLanguageModes: [.v6]
)

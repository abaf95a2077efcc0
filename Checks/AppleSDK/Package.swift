// swift-tools-version: 6.2
import PackageDescription

// Compiles all Apple-only sources of this repository on Linux, against stubs with the names and signatures of Apple's
// modules. It is a separate package because `canImport(UIKit)` is true for every target built beside such a stub. See
// README.md for the coverage and limits of this check.

/// The stubs of Apple's modules, with their dependencies.
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

/// The targets of real sources, linked into Sources, with their dependencies on each other. To add one, add a link in
/// Sources and a row here.
let sources: [(name: String, dependencies: [String])] = [
    ("BellhopFoundation", []),
    ("BellhopModel", ["BellhopFoundation"]),
    ("BellhopKit", ["BellhopFoundation", "BellhopModel"]),
    ("BellhopTesting", ["BellhopModel", "BellhopKit"]),
    ("BellhopLive", ["BellhopModel", "BellhopKit"]),
    ("BellhopSystem", ["BellhopModel", "BellhopKit"]),
    ("BellhopExtensions", ["BellhopModel", "BellhopKit", "BellhopSystem"]),
    ("BellhopApple", ["BellhopModel", "BellhopKit", "BellhopSystem"]),
    ("BellhopUI", ["BellhopModel", "BellhopKit", "BellhopLive", "BellhopSystem", "BellhopApple"]),
    // Code of app developers: an app for the simulator, and the other examples.
    ("SimulatorApp", ["BellhopApple"]),
    (
        "Examples",
        [
            "BellhopModel", "BellhopKit", "BellhopLive", "BellhopSystem", "BellhopApple", "BellhopExtensions",
            "BellhopUI", "BellhopTesting",
        ]
    ),
]

/// The files that these targets exclude.
let others = [
    "Examples": ["Reminders/Tests", "SimulatorApp"], "BellhopSystem": ["PrivacyInfo.xcprivacy"],
]

/// The executable targets among the sources.
let exampleApps = ["Examples", "SimulatorApp"]

/// The app and its extensions, with the Bellhop modules that they link in the Xcode project and the files to exclude.
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

/// Library evolution, as in Apple's SDK, so that a `switch` over an Apple enumeration requires `@unknown default`.
let stubSettings: [SwiftSetting] = [.unsafeFlags(["-enable-library-evolution", "-suppress-warnings"])]

/// The modules that Apple builds in Swift 5 mode, which affects callers: `Button(action: handler)` accepts a handler
/// that is not Sendable, which a module in Swift 6 mode would reject.
let stubsInSwift5 = ["SwiftUI", "ActivityKit", "AppIntents", "WidgetKit"]

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
    // Declarations of Foundation that exist only on Apple platforms.
    .unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "FoundationGaps"]),
]

/// Disables Swift Testing's overlay for CoreGraphics, which requires Apple's module.
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
            // Tests of the real sources against functional stubs.
            .testTarget(
                name: "AppleTests",
                dependencies: (sources.map(\.name) + everyStub).map { .init(stringLiteral: $0) },
                swiftSettings: testSettings),
            // Tests of the view models and Live Activities with fakes of the kit's ports.
            .testTarget(
                name: "BellhopUITests",
                dependencies: (["BellhopModel", "BellhopKit", "BellhopLive", "BellhopUI", "BellhopTesting"] + everyStub)
                    .map {
                        .init(stringLiteral: $0)
                    },
                swiftSettings: testSettings),
            // Tests of the app's entry points.
            .testTarget(
                name: "AppTests",
                dependencies: (["BellhopModel", "BellhopKit", "BellhopApple", "BellhopIOS"] + everyStub).map {
                    .init(stringLiteral: $0)
                },
                swiftSettings: testSettings),
        ],
    swiftLanguageModes: [.v6]
)

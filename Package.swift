// swift-tools-version: 6.2
import PackageDescription

// The libraries that apps link. They have no third-party dependencies, so an app that adds Bellhop adds nothing else.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "bellhop",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        .library(name: "BellhopModel", targets: ["BellhopModel"]),
        .library(name: "BellhopKit", targets: ["BellhopKit"]),
        .library(name: "BellhopApple", targets: ["BellhopApple"]),
        .library(name: "BellhopLive", targets: ["BellhopLive"]),
        .library(name: "BellhopExtensions", targets: ["BellhopExtensions"]),
        .library(name: "BellhopUI", targets: ["BellhopUI"]),
        .library(name: "BellhopTesting", targets: ["BellhopTesting"]),
    ],
    targets: [
        .target(name: "BellhopModel", swiftSettings: settings),
        .target(name: "BellhopKit", dependencies: ["BellhopModel"], swiftSettings: settings),
        // These speak to Apple's frameworks. Elsewhere they are empty; Checks/AppleSDK compiles them on Linux.
        .target(
            name: "BellhopSystem", dependencies: ["BellhopModel", "BellhopKit"],
            // Nothing is tracked or collected, and no interface is used that wants a reason.
            resources: [.process("PrivacyInfo.xcprivacy")], swiftSettings: settings),
        .target(
            name: "BellhopApple", dependencies: ["BellhopModel", "BellhopKit", "BellhopSystem"],
            swiftSettings: settings),
        .target(name: "BellhopLive", dependencies: ["BellhopModel", "BellhopKit"], swiftSettings: settings),
        .target(
            name: "BellhopExtensions", dependencies: ["BellhopModel", "BellhopKit", "BellhopSystem"],
            swiftSettings: settings),
        .target(
            name: "BellhopUI", dependencies: ["BellhopModel", "BellhopKit", "BellhopLive", "BellhopApple"],
            swiftSettings: settings),
        // For the tests of apps, and for our own. Depends on no test framework.
        .target(name: "BellhopTesting", dependencies: ["BellhopModel", "BellhopKit"], swiftSettings: settings),
        .testTarget(
            name: "BellhopModelTests", dependencies: ["BellhopTesting", "BellhopKit", "BellhopModel"],
            resources: [.copy("Golden")], swiftSettings: settings),
        // The examples that need no Apple framework; Checks/AppleSDK compiles the others.
        .testTarget(
            name: "ExampleTests", dependencies: ["BellhopTesting", "BellhopKit", "BellhopModel"],
            path: "Examples/Reminders", swiftSettings: settings),
        .testTarget(
            name: "BellhopKitTests", dependencies: ["BellhopTesting", "BellhopSystem", "BellhopKit", "BellhopModel"],
            resources: [.copy("Golden")], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

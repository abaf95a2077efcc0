// swift-tools-version: 6.2
import PackageDescription

// What an app links. No third-party dependency, on purpose: an app that adds Bellhop adds Bellhop alone.

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
        // What stands in Examples and needs no Apple framework, run here; the rest Checks/AppleSDK compiles.
        .testTarget(
            name: "ExampleTests", dependencies: ["BellhopTesting", "BellhopKit", "BellhopModel"],
            path: "Examples/Reminders", swiftSettings: settings),
        .testTarget(
            name: "BellhopKitTests", dependencies: ["BellhopTesting", "BellhopSystem", "BellhopKit", "BellhopModel"],
            resources: [.copy("Golden")], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

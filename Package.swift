// swift-tools-version: 6.2
import PackageDescription

// The client libraries for apps. They have no third-party dependencies.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "bellhop",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        // Foundation without its localization data on Linux, for the package in Server.
        .library(name: "BellhopFoundation", targets: ["BellhopFoundation"]),
        .library(name: "BellhopModel", targets: ["BellhopModel"]),
        .library(name: "BellhopKit", targets: ["BellhopKit"]),
        .library(name: "BellhopApple", targets: ["BellhopApple"]),
        .library(name: "BellhopLive", targets: ["BellhopLive"]),
        .library(name: "BellhopExtensions", targets: ["BellhopExtensions"]),
        .library(name: "BellhopUI", targets: ["BellhopUI"]),
        .library(name: "BellhopTesting", targets: ["BellhopTesting"]),
    ],
    targets: [
        .target(name: "BellhopFoundation", swiftSettings: settings),
        .target(name: "BellhopModel", dependencies: ["BellhopFoundation"], swiftSettings: settings),
        .target(name: "BellhopKit", dependencies: ["BellhopFoundation", "BellhopModel"], swiftSettings: settings),
        // The targets down to BellhopUI use Apple's frameworks, and that code is left out on other platforms.
        // Checks/AppleSDK compiles it on Linux.
        .target(
            name: "BellhopSystem", dependencies: ["BellhopModel", "BellhopKit"],
            // The privacy manifest declares no tracking, no collected data and no required-reason APIs.
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
        // Test helpers for apps and for this repository, without a dependency on a test framework.
        .target(name: "BellhopTesting", dependencies: ["BellhopModel", "BellhopKit"], swiftSettings: settings),
        .testTarget(name: "BellhopFoundationTests", dependencies: ["BellhopFoundation"], swiftSettings: settings),
        .testTarget(
            name: "BellhopModelTests", dependencies: ["BellhopTesting", "BellhopSystem", "BellhopKit", "BellhopModel"],
            resources: [.copy("Golden")], swiftSettings: settings),
        // The examples that use no Apple framework; Checks/AppleSDK compiles the others.
        .testTarget(
            name: "ExampleTests", dependencies: ["BellhopTesting", "BellhopKit", "BellhopModel"],
            path: "Examples/Reminders", swiftSettings: settings),
        .testTarget(
            name: "BellhopKitTests", dependencies: ["BellhopTesting", "BellhopSystem", "BellhopKit", "BellhopModel"],
            resources: [.copy("Golden")], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

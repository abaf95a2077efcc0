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
    platforms: [.iOS(.v17), .macOS(.v14), .watchOS(.v10)],
    products: [
        .library(name: "BellhopModel", targets: ["BellhopModel"]),
        .library(name: "BellhopKit", targets: ["BellhopKit"]),
    ],
    targets: [
        .target(name: "BellhopModel", swiftSettings: settings),
        .target(name: "BellhopKit", dependencies: ["BellhopModel"], swiftSettings: settings),
        .testTarget(
            name: "BellhopModelTests", dependencies: ["BellhopModel"],
            resources: [.copy("Golden")], swiftSettings: settings),
        .testTarget(
            name: "BellhopKitTests", dependencies: ["BellhopKit", "BellhopModel"],
            resources: [.copy("Golden")], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

// Benchmarks, in a package of their own, so that building the server does not build them.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "bellhop-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "bellhop", path: ".."),
        .package(name: "bellhop-server", path: "../Server"),
        // Device keys, as a phone has them.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        // The logging facade of server-side Swift.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        // Start and graceful stop of the server.
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        // SQLite, for the cost of one durable commit on this machine.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "latency",
            dependencies: [
                .product(name: "BellhopModel", package: "bellhop"),
                .product(name: "BellhopAPNs", package: "bellhop-server"),
                .product(name: "BellhopClient", package: "bellhop-server"),
                .product(name: "BellhopCore", package: "bellhop-server"),
                .product(name: "BellhopServer", package: "bellhop-server"),
                .product(name: "BellhopSimulators", package: "bellhop-server"),
                .product(name: "BellhopStoreSQLite", package: "bellhop-server"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "history",
            dependencies: [
                .product(name: "BellhopModel", package: "bellhop"),
                .product(name: "BellhopStore", package: "bellhop-server"),
                .product(name: "BellhopStoreSQLite", package: "bellhop-server"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "fanout",
            dependencies: [
                .product(name: "BellhopModel", package: "bellhop"),
                .product(name: "BellhopCore", package: "bellhop-server"),
                .product(name: "BellhopPush", package: "bellhop-server"),
                .product(name: "BellhopServer", package: "bellhop-server"),
                .product(name: "BellhopStoreSQLite", package: "bellhop-server"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

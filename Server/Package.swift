// swift-tools-version: 6.2
import PackageDescription

// The server, the gateways, the command line tool and the simulators.
// Targets enforce the layers: each lists every module that its files may import. `make lint` checks the imports.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let foundation: Target.Dependency = .product(name: "BellhopFoundation", package: "bellhop")
let model: Target.Dependency = .product(name: "BellhopModel", package: "bellhop")
let kit: Target.Dependency = .product(name: "BellhopKit", package: "bellhop")
let testing: Target.Dependency = .product(name: "BellhopTesting", package: "bellhop")

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let metrics: Target.Dependency = .product(name: "Metrics", package: "swift-metrics")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let rsa: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")

let http2: [Target.Dependency] = [
    .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOTLS", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "NIOSSL", package: "swift-nio-ssl"),
    .product(name: "NIOHTTP2", package: "swift-nio-http2"),
    .product(name: "NIOHPACK", package: "swift-nio-http2"),
]

let package = Package(
    name: "bellhop-server",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "bellhop", targets: ["bellhop"]),
        // Only `bellhop hook`, which must start fast because agents wait for it.
        .executable(name: "bellhop-hook", targets: ["bellhop-hook"]),
        .library(name: "BellhopPush", targets: ["BellhopPush"]),
        .library(name: "BellhopAPNs", targets: ["BellhopAPNs"]),
        .library(name: "BellhopFCM", targets: ["BellhopFCM"]),
        .library(name: "BellhopWebPush", targets: ["BellhopWebPush"]),
        .library(name: "BellhopSimulators", targets: ["BellhopSimulators"]),
        // Libraries for embedding a server in another program.
        .library(name: "BellhopClient", targets: ["BellhopClient"]),
        .library(name: "BellhopCore", targets: ["BellhopCore"]),
        .library(name: "BellhopServer", targets: ["BellhopServer"]),
        .library(name: "BellhopStore", targets: ["BellhopStore"]),
    ],
    traits: [
        .trait(name: "Postgres", description: "Stores in PostgreSQL, for several nodes. Requires libpq.")
    ],
    dependencies: [
        // The model and the client libraries. The explicit name allows a clone in a folder of any name.
        .package(name: "bellhop", path: ".."),
        // Sockets and event loops for the gateways and the simulators.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        // TLS for swift-nio.
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        // HTTP/2, which APNs requires.
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        // P-256, SHA-256 and AES-GCM with CryptoKit's API on Linux; RSA for Google's access tokens.
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        // The certificate authority of the simulators.
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
        // PEM and DER types of swift-certificates' API.
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
        // The logging facade of server-side Swift.
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        // The metrics facade of server-side Swift; the server exports it as Prometheus text.
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        // Types for HTTP fields and methods, shared by server and client.
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        // Start, graceful shutdown and signal handling of long-running services.
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        // HTTP types for NIO channels, and graceful shutdown of connections.
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        // The HTTP server.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
        // Command line parsing and help.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        // Runs the agent of `bellhop acp`: pipes with back pressure, and the exit status as a value.
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        // The HTTP client of the gateways: HTTP/2, and HTTP/1.1 for push services without it.
        .target(
            name: "BellhopHTTP2",
            dependencies: [
                "BellhopPush", model,
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
            ],
            swiftSettings: settings),
        .target(
            name: "BellhopPush",
            dependencies: [foundation, model, metrics, .product(name: "NIOConcurrencyHelpers", package: "swift-nio")],
            swiftSettings: settings),
        .target(
            name: "BellhopAPNs",
            dependencies: [
                "BellhopHTTP2", "BellhopPush", foundation, model, crypto, logging, metrics, lifecycle,
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: settings),
        .target(
            name: "BellhopFCM",
            dependencies: [
                "BellhopHTTP2", "BellhopPush", foundation, model, crypto, rsa, logging, metrics, lifecycle,
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .target(
            name: "BellhopWebPush",
            dependencies: [
                "BellhopHTTP2", "BellhopPush", foundation, model, crypto, metrics, lifecycle,
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
        // Connections and a pool for all databases.
        .target(name: "BellhopSQL", swiftSettings: settings),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        // SQLite by its C interface, see docs/decisions/0002.
        .target(name: "BellhopSQLite", dependencies: ["BellhopSQL", "CSQLite"], swiftSettings: settings),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        // PostgreSQL by libpq. Empty without the trait.
        .target(
            name: "BellhopPostgres",
            dependencies: ["BellhopSQL", .target(name: "CPostgres", condition: .when(traits: ["Postgres"]))],
            swiftSettings: settings),
        .target(
            name: "BellhopStore", dependencies: ["BellhopPostgres", "BellhopSQL", "BellhopSQLite", foundation, model],
            swiftSettings: settings),
        .target(
            name: "BellhopCore",
            dependencies: ["BellhopPush", "BellhopStore", foundation, model, crypto, logging, metrics, lifecycle],
            swiftSettings: settings),
        // The files of the web console, embedded by the C compiler. SwiftPM's embedInCode takes half a minute for them.
        .target(name: "BellhopConsole", exclude: ["Assets"], linkerSettings: [.linkedLibrary("z")]),
        .target(
            name: "BellhopServer",
            dependencies: [
                "BellhopConsole", "BellhopCore", "BellhopStore", foundation, model, crypto, logging, metrics, lifecycle,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
            ],
            swiftSettings: settings),
        .target(
            name: "BellhopClient",
            dependencies: [
                foundation, model,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .target(name: "BellhopAgents", dependencies: [model, crypto], swiftSettings: settings),
        .target(
            name: "BellhopSimulators",
            dependencies: [
                "BellhopClient", foundation, model, kit, crypto, rsa, logging, lifecycle,
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ] + http2,
            swiftSettings: settings),
        // The base of all commands, and the hook, which does not link the server and therefore starts fast.
        .target(
            name: "BellhopTerminal",
            dependencies: [
                foundation, "BellhopClient", model,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        .target(
            name: "BellhopHook",
            dependencies: [
                "BellhopAgents", foundation, "BellhopClient", "BellhopTerminal", model, crypto,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .executableTarget(name: "bellhop-hook", dependencies: ["BellhopHook"], swiftSettings: settings),
        .target(
            name: "BellhopCLI",
            dependencies: [
                "BellhopAPNs", "BellhopAgents", "BellhopClient", "BellhopCore", "BellhopFCM", "BellhopHook",
                "BellhopPush", "BellhopServer", "BellhopSimulators", "BellhopStore",
                "BellhopTerminal", "BellhopWebPush", foundation, model, kit, crypto, logging, metrics,
                lifecycle,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        .executableTarget(name: "bellhop", dependencies: ["BellhopCLI"], swiftSettings: settings),

        // Benchmarks, run by `make bench`.
        .executableTarget(
            name: "latency",
            dependencies: [
                "BellhopAPNs", "BellhopClient", "BellhopCore", "BellhopPush", "BellhopServer", "BellhopSimulators",
                "BellhopSQL", "BellhopSQLite", "BellhopStore", model, crypto, logging, lifecycle,
            ],
            path: "Benchmarks/latency", swiftSettings: settings),
        .executableTarget(
            name: "history",
            dependencies: ["BellhopSQL", "BellhopSQLite", "BellhopStore", model],
            path: "Benchmarks/history", swiftSettings: settings),
        .executableTarget(
            name: "fanout",
            dependencies: [
                "BellhopCore", "BellhopPush", "BellhopSQL", "BellhopSQLite", "BellhopServer", "BellhopStore", model,
                logging,
                lifecycle,
            ],
            path: "Benchmarks/fanout", swiftSettings: settings),
        .executableTarget(
            name: "broadcast",
            dependencies: [
                "BellhopAPNs", "BellhopCore", "BellhopPush", "BellhopSQL", "BellhopSQLite", "BellhopServer",
                "BellhopStore",
                model, crypto, logging, metrics, lifecycle,
            ],
            path: "Benchmarks/broadcast", swiftSettings: settings),
        .executableTarget(
            name: "http2",
            dependencies: [
                "BellhopAPNs", "BellhopHTTP2", "BellhopPush", model, crypto, logging, metrics,
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Benchmarks/http2", swiftSettings: settings),

        // Helpers of several test targets: a manual clock, scripted gateways, a temporary store.
        .target(
            name: "BellhopTestSupport",
            dependencies: [
                "BellhopCore", "BellhopPostgres", "BellhopPush", "BellhopSQL", "BellhopSQLite", "BellhopStore", model,
                crypto, logging, metrics, lifecycle,
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ],
            path: "Tests/BellhopTestSupport", swiftSettings: settings),
        .testTarget(
            name: "BellhopHTTP2Tests",
            dependencies: ["BellhopHTTP2", "BellhopPush", "BellhopTestSupport", model] + http2,
            swiftSettings: settings),
        .testTarget(
            name: "BellhopAPNsTests",
            dependencies: [
                "BellhopAPNs", "BellhopHTTP2", "BellhopPush", model, testing, crypto, logging, metrics, lifecycle,
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ] + http2,
            swiftSettings: settings),
        .testTarget(
            name: "BellhopFCMTests",
            dependencies: [
                "BellhopFCM", "BellhopHTTP2", "BellhopPush", "BellhopSimulators", model, crypto, rsa, logging,
                metrics, lifecycle,
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "BellhopWebPushTests",
            dependencies: [
                "BellhopWebPush", "BellhopHTTP2", "BellhopPush", "BellhopSimulators", model, crypto, metrics,
                lifecycle,
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "BellhopPostgresTests", dependencies: ["BellhopPostgres", "BellhopSQL", "BellhopTestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "BellhopStoreTests",
            dependencies: [
                "BellhopPostgres", "BellhopSQL", "BellhopSQLite", "BellhopStore", "BellhopTestSupport", model, testing,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "BellhopCoreTests",
            dependencies: [
                "BellhopCore", "BellhopPush", "BellhopStore", "BellhopTestSupport",
                model, crypto, logging, metrics, lifecycle,
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "BellhopAgentsTests", dependencies: ["BellhopAgents", model, testing, crypto], swiftSettings: settings
        ),
        .testTarget(
            name: "BellhopClientTests",
            dependencies: [
                "BellhopClient", "BellhopTestSupport", model, crypto,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "BellhopSimulatorsTests",
            dependencies: [
                "BellhopSimulators", "BellhopClient", "BellhopTestSupport", model, kit, testing, crypto, rsa, logging,
                lifecycle,
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "X509", package: "swift-certificates"),
            ] + http2,
            swiftSettings: settings),
        .testTarget(
            name: "BellhopServerTests",
            dependencies: [
                "BellhopServer", "BellhopClient", "BellhopCore", "BellhopPush", "BellhopSimulators", "BellhopStore",
                "BellhopTestSupport", model,
                crypto, logging, metrics, lifecycle,
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "BellhopCLITests",
            dependencies: [
                "bellhop", "bellhop-hook", "BellhopCLI", "BellhopAPNs", "BellhopAgents", "BellhopClient",
                "BellhopCore", "BellhopFCM", "BellhopHook", "BellhopTerminal", "BellhopPush", "BellhopServer",
                "BellhopSimulators", "BellhopStore", "BellhopWebPush",
                "BellhopTestSupport", model, kit, testing, crypto, logging, lifecycle,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "BellhopJourneyTests",
            dependencies: [
                "BellhopAPNs", "BellhopCore", "BellhopFCM", "BellhopPush", "BellhopSimulators", "BellhopStore",
                "BellhopTestSupport", "BellhopWebPush", model, logging, metrics,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "BellhopCrashTests",
            dependencies: [
                "bellhop", "BellhopPostgres", "BellhopSQL", "BellhopSimulators", "BellhopTestSupport", model, testing,
                crypto,
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6],
    // With #embed.
    cLanguageStandard: .gnu2x
)

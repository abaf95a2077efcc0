import ArgumentParser
import BellhopCore
import BellhopModel
import BellhopSimulators
import BellhopTerminal
import Logging
import ServiceLifecycle
import UnixSignals

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Simulate a push service for your own tests.",
        subcommands: [APNs.self, FCM.self])
}

extension SimulateCommand {
    struct APNs: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "apns",
            abstract: "Simulate Apple's push service.",
            discussion: """
                Uses HTTP/2 over TLS with its own certificate authority, and makes Apple's checks in Apple's order with \
                Apple's reasons. It writes the files that a provider needs to a folder: ca.pem and key.p8.

                  bellhop serve --apns-url URL --apns-ca DIR/ca.pem --apns-key DIR/key.p8 \\
                    --apns-key-id SIMKEY0001 --apns-team-id SIMTEAM001
                """)

        @Option(help: "The port; 0 lets the system choose one.")
        var port: UInt16 = 2197

        @Option(help: "The folder for ca.pem and key.p8 (default: a new temporary folder).")
        var folder: String?

        @Flag(help: "Print each push as a line of JSON.")
        var json = false

        func run() async throws {
            let credential = SimulatedCredential()
            let time = SystemTime()
            let apns = try APNsSimulator(.init(port: Int(port), keys: [credential.providerKey]), clock: { time.now })
            let folder = try SimulatorFolder(option: folder, name: "apns")
            try folder.write(apns.certificates.authorityPEM, to: "ca.pem")
            try folder.write(credential.p8.reveal(), to: "key.p8")
            let requests = apns.requests()
            do {
                try await apns.start()
            } catch {
                throw CommandFailure("Cannot listen on port \(port): \(error). Choose another with --port.")
            }
            Output.remark(
                "APNs is simulated at https://127.0.0.1:\(apns.port ?? Int(port)), key \(credential.keyID) of team \(credential.teamID)"
            )
            Output.remark("ca.pem and key.p8 are in \(folder.path)")
            let printer = PushPrinter(requests: requests, json: json)
            try await ServiceGroup(
                configuration: .init(
                    services: [.init(service: apns), .init(service: printer)],
                    gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "bellhop"))
            ).run()
        }
    }
}

/// Prints the pushes that a simulated APNs receives.
private struct PushPrinter: Service {
    let requests: AsyncStream<ReceivedPush>
    let json: Bool

    struct Line: Encodable {
        var token: String
        var apnsID: String
        var result: String
        var payload: JSONValue?

        enum CodingKeys: String, CodingKey {
            case token, result, payload
            case apnsID = "apns_id"
        }
    }

    func run() async throws {
        for await request in requests.cancelOnGracefulShutdown() {
            let result =
                switch request.result {
                case .accepted: "accepted"
                case .refused(let refusal): "\(refusal.status) \(refusal.reason)"
                case .faulted: "fault"
                }
            if json {
                try Output.json(
                    Line(
                        token: request.token, apnsID: request.apnsID, result: result,
                        payload: try? CanonicalJSON.decode(JSONValue.self, from: request.payload)))
            } else {
                Output.line(
                    "\(result)  \(request.headers.pushType ?? "alert")  \(request.token.prefix(8))…  \(String(decoding: request.payload, as: UTF8.self))"
                )
            }
        }
    }
}

extension SimulateCommand {
    struct FCM: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fcm",
            abstract: "Simulate Firebase Cloud Messaging.",
            discussion: """
                Uses HTTP/2 over TLS with its own certificate authority, issues access tokens for one service account, and \
                accepts messages (HTTP v1) with Google's checks and errors. It writes the files that a provider needs to a \
                folder: ca.pem and service-account.json.

                  bellhop serve --fcm-url URL --fcm-ca DIR/ca.pem \\
                    --fcm-service-account DIR/service-account.json
                """)

        @Option(help: "The port; 0 lets the system choose one.")
        var port: UInt16 = 2198

        @Option(help: "The folder for ca.pem and service-account.json (default: a new temporary folder).")
        var folder: String?

        @Flag(help: "Print each message as a line of JSON.")
        var json = false

        func run() async throws {
            let account = try SimulatedServiceAccount()
            let time = SystemTime()
            let fcm = try FCMSimulator(.init(port: Int(port), accounts: [account.account]), clock: { time.now })
            let folder = try SimulatorFolder(option: folder, name: "fcm")
            let requests = fcm.requests()
            do {
                try await fcm.start()
            } catch {
                throw CommandFailure("Cannot listen on port \(port): \(error). Choose another with --port.")
            }
            try folder.write(fcm.certificates.authorityPEM, to: "ca.pem")
            // The file contains the port, which the system may have chosen.
            try folder.write(account.keyFile(tokenURI: fcm.tokenURI).reveal(), to: "service-account.json")
            Output.remark("FCM is simulated at \(fcm.endpoint), project \(account.projectID)")
            Output.remark("ca.pem and service-account.json are in \(folder.path)")
            let printer = MessagePrinter(requests: requests, json: json)
            try await ServiceGroup(
                configuration: .init(
                    services: [.init(service: fcm), .init(service: printer)],
                    gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "bellhop"))
            ).run()
        }
    }
}

/// Prints the messages that a simulated FCM receives.
struct MessagePrinter: Service {
    let requests: AsyncStream<ReceivedMessage>
    let json: Bool

    struct Line: Encodable {
        /// The device's token, with which messages can be sent to it.
        var token: String
        var result: String
        /// The message without the token.
        var message: JSONValue?

        init(_ request: ReceivedMessage) {
            token = request.token
            result =
                switch request.result {
                case .accepted: "accepted"
                case .refused(let refusal): "\(refusal.status) \(refusal.word)"
                case .faulted: "fault"
                }
            guard case .object(var fields)? = request.message else { return }
            fields["token"] = nil
            message = .object(fields)
        }

        /// The line for a terminal, with only the beginning of the token.
        var text: String {
            get throws { "\(result)  \(token.prefix(8))…  \(try message.map(CanonicalJSON.text) ?? "no message")" }
        }
    }

    func run() async throws {
        for await request in requests.cancelOnGracefulShutdown() {
            let line = Line(request)
            if json { try Output.json(line) } else { Output.line(try line.text) }
        }
    }
}

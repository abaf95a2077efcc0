import ArgumentParser
import BellhopCore
import BellhopModel
import BellhopSimulators
import BellhopTerminal
import Logging
import ServiceLifecycle
import UnixSignals

extension SimulateCommand {
    struct FCM: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fcm",
            abstract: "Firebase Cloud Messaging, simulated.",
            discussion: """
                HTTP/2 over TLS with a certificate authority of its own; it gives out access tokens to one service \
                account and takes messages (HTTP v1) with Google's checks and errors. It writes what a provider needs \
                into a folder: ca.pem and service-account.json.

                  bellhop serve --fcm-url URL --fcm-ca DIR/ca.pem \\
                    --fcm-service-account DIR/service-account.json
                """)

        @Option(help: "The port; 0 lets the system choose.")
        var port: UInt16 = 2198

        @Option(help: "Where to write ca.pem and service-account.json. Unless given: a new temporary folder.")
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
                throw CommandFailure("Port \(port) cannot be listened on: \(error). Choose another with --port.")
            }
            try folder.write(fcm.certificates.authorityPEM, to: "ca.pem")
            // It names the port, which the system may have chosen.
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

/// Prints what a simulated FCM receives.
struct MessagePrinter: Service {
    let requests: AsyncStream<ReceivedMessage>
    let json: Bool

    struct Line: Encodable {
        /// Which device; whoever has it can address that device.
        var token: String
        var result: String
        /// Without the token.
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

        /// For a terminal that others may see: with the beginning of the token alone.
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

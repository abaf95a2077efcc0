import ArgumentParser
import BellhopCore
import BellhopModel
import BellhopSimulators
import BellhopTerminal
import Logging
import ServiceLifecycle
import UnixSignals

extension SimulateCommand {
    struct APNs: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "apns",
            abstract: "Apple's push service, simulated.",
            discussion: """
                HTTP/2 over TLS with a certificate authority of its own, Apple's checks in Apple's order, Apple's \
                reasons. It writes what a provider needs into a folder: ca.pem and key.p8.

                  bellhop serve --apns-url URL --apns-ca DIR/ca.pem --apns-key DIR/key.p8 \\
                    --apns-key-id SIMKEY0001 --apns-team-id SIMTEAM001
                """)

        @Option(help: "The port; 0 lets the system choose.")
        var port: UInt16 = 2197

        @Option(help: "Where to write ca.pem and key.p8. Unless given: a new temporary folder.")
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
                throw CommandFailure("Port \(port) cannot be listened on: \(error). Choose another with --port.")
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

/// Prints what a simulated APNs receives.
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

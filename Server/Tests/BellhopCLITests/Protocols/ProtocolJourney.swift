import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopSimulators
import Foundation
import Testing

@testable import BellhopCLI

/// A real server with a simulated APNs and an unlocked phone on the real BellhopKit.
struct ProtocolJourney: Sendable {
    let client: BellhopClient
    let phone: SimulatedPhone

    func askClient(wait: Duration = .seconds(120), trusted: AnswerTrust = .server) -> AskClient {
        AskClient(connection: .available(client, trusted: trusted), wait: wait)
    }

    /// Waits until the phone shows an ask.
    func shownAsk() async throws -> AskID {
        let screen = try #require(
            await phone.screen(within: .seconds(30)) { $0.notifications.contains { $0.payload.askID != nil } })
        return try #require(screen.notifications.compactMap(\.payload.askID).first)
    }

    static func run(_ body: @escaping @Sendable (ProtocolJourney) async throws -> Void) async throws {
        try await RunningBellhop.run { bellhop in
            await bellhop.phone.unlock()
            try await body(ProtocolJourney(client: bellhop.agent, phone: bellhop.phone))
        }
    }
}

extension AskClient {
    /// An ask client without a server.
    static let offline = AskClient(connection: .unavailable("none"), wait: .seconds(60))
}

/// The client's end of a program's standard streams, over real pipes.
actor StreamClient {
    /// The standard input of the program under test.
    nonisolated let input: ByteSource
    nonisolated let output: ByteSink

    private let descriptors: [Int32]
    private let writer: ByteSink
    private let reader: ByteSource
    private var lines = LineSplitter(limit: 1 << 20)
    private var received: [LineSplitter.Piece] = []
    private var isClosed = false

    struct Ended: Error {}

    init() throws {
        var toProgram: [Int32] = [0, 0]
        var fromProgram: [Int32] = [0, 0]
        guard pipe(&toProgram) == 0, pipe(&fromProgram) == 0 else { throw Ended() }
        for end in toProgram + fromProgram { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptors = [toProgram[0], toProgram[1], fromProgram[0], fromProgram[1]]
        input = try .descriptor(toProgram[0])
        writer = try .descriptor(toProgram[1])
        reader = try .descriptor(fromProgram[0])
        output = try .descriptor(fromProgram[1])
    }

    deinit {
        for (index, descriptor) in descriptors.enumerated() where index != 1 { Foundation.close(descriptor) }
        if !isClosed { Foundation.close(descriptors[1]) }
    }

    func send(_ json: JSONValue) async throws { await send(try CanonicalJSON.encode(json) + [UInt8(ascii: "\n")]) }

    func send(_ bytes: [UInt8]) async { _ = await writer.write(bytes) }

    /// Ends the program's input.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        Foundation.close(descriptors[1])
    }

    /// The next message that meets `condition`; earlier ones are skipped.
    func receive(where condition: (JSONValue) -> Bool = { _ in true }) async throws -> JSONValue {
        while true {
            while !received.isEmpty {
                guard case .line(let line) = received.removeFirst() else { continue }
                let message = try CanonicalJSON.decode(JSONValue.self, from: line)
                if condition(message) { return message }
            }
            received = lines.split(try await receiveBytes())
        }
    }

    /// The next bytes in pieces of any size.
    func receiveBytes() async throws -> [UInt8] {
        guard let bytes = await reader.read() else { throw Ended() }
        return bytes
    }
}

import BellhopAgents
import BellhopClient
import BellhopKit
import BellhopModel
import BellhopSimulators
import Foundation
import Testing

@testable import BellhopCLI

/// A real server with a simulated APNs and an unlocked phone on the real BellhopKit, for programs that ask.
struct ProtocolJourney: Sendable {
    let client: BellhopClient
    let phone: SimulatedPhone

    func askClient(wait: Duration = .seconds(120), trusted: AnswerTrust = .server) -> AskClient {
        AskClient(line: .open(client, trusted: trusted), wait: wait)
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
    /// One without a server.
    static let offline = AskClient(line: .down("none"), wait: .seconds(60))
}

/// The other end of a program's standard streams: what a client of it says and hears, over real pipes.
actor StreamClient {
    /// For the program under test.
    nonisolated let input: ByteSource
    nonisolated let output: ByteSink

    private let descriptors: [Int32]
    private let mouth: ByteSink
    private let ear: ByteSource
    private var lines = LineSplitter(limit: 1 << 20)
    private var heard: [LineSplitter.Piece] = []
    private var isClosed = false

    struct Silence: Error {}

    init() throws {
        var toProgram: [Int32] = [0, 0]
        var fromProgram: [Int32] = [0, 0]
        guard pipe(&toProgram) == 0, pipe(&fromProgram) == 0 else { throw Silence() }
        for end in toProgram + fromProgram { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptors = [toProgram[0], toProgram[1], fromProgram[0], fromProgram[1]]
        input = try .descriptor(toProgram[0])
        mouth = try .descriptor(toProgram[1])
        ear = try .descriptor(fromProgram[0])
        output = try .descriptor(fromProgram[1])
    }

    deinit {
        for (index, descriptor) in descriptors.enumerated() where index != 1 { Foundation.close(descriptor) }
        if !isClosed { Foundation.close(descriptors[1]) }
    }

    func say(_ json: JSONValue) async throws { await say(try CanonicalJSON.encode(json) + [UInt8(ascii: "\n")]) }

    func say(_ bytes: [UInt8]) async { _ = await mouth.write(bytes) }

    /// Ends what the program reads.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        Foundation.close(descriptors[1])
    }

    /// The next message that `condition` holds for; those before it are passed over.
    func hear(where condition: (JSONValue) -> Bool = { _ in true }) async throws -> JSONValue {
        while true {
            while !heard.isEmpty {
                guard case .line(let line) = heard.removeFirst() else { continue }
                let message = try CanonicalJSON.decode(JSONValue.self, from: line)
                if condition(message) { return message }
            }
            heard = lines.split(try await hearBytes())
        }
    }

    /// The next bytes, however they are cut.
    func hearBytes() async throws -> [UInt8] {
        guard let bytes = await ear.read() else { throw Silence() }
        return bytes
    }
}

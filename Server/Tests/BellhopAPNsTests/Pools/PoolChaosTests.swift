import BellhopHTTP2
import BellhopTesting
import NIOCore
import Testing

@testable import BellhopAPNs

/// Sends random events to the pool, and checks its invariants.
@Suite("A pool with random events")
struct PoolChaosTests {
    /// A model of a correct transport.
    private struct World {
        var bench: PoolBench
        var generator: SeededGenerator
        var nextRequest: UInt64 = 1
        /// The requests that have not ended.
        var alive: Set<RequestID> = []
        /// The open connections with their requests.
        var connections:
            [ConnectionID: (isOpen: Bool, isLeft: Bool, isAuthenticated: Bool, limit: Int, streams: Set<RequestID>)] =
                [:]
        var isStopping = false
        var stopped = false
        private var effects: [PoolStateMachine.Effect] = []
        private var isPerforming = false

        init(bench: PoolBench, seed: UInt64) {
            self.bench = bench
            self.generator = SeededGenerator(seed: seed)
        }

        /// Executes effects like the pool: events that they cause are handled immediately, and their effects are
        /// appended.
        mutating func happen(_ event: PoolStateMachine.Event) throws {
            effects += bench.happen(event)
            guard !isPerforming else { return }
            isPerforming = true
            while !effects.isEmpty { try take(effects.removeFirst()) }
            isPerforming = false
            try #require(bench.machine.requests.count == alive.count)
            try #require(bench.machine.waiting == alive.count - connections.values.reduce(0) { $0 + $1.streams.count })
        }

        private mutating func take(_ effect: PoolStateMachine.Effect) throws {
            switch effect {
            case .connect(let id):
                #expect(!isStopping)
                #expect(connections[id] == nil)
                connections[id] = (false, false, false, StreamCapacity.defaultLimit, [])
                #expect(connections.values.filter { !$0.isLeft }.count <= bench.machine.limits.connections)
            case .send(let request, let id):
                // A previous effect may have closed the connection; then the request's end follows.
                guard let connection = connections[id] else { return }
                #expect(alive.contains(request))
                #expect(connection.isOpen && !connection.isLeft)
                #expect(connection.streams.count < (connection.isAuthenticated ? connection.limit : 1))
                #expect(!connections.values.contains { $0.streams.contains(request) })
                connections[id]?.streams.insert(request)
            case .reset(let request, let id):
                connections[id]?.streams.remove(request)
            case .ping(let id):
                #expect(connections[id]?.isOpen == true)
            case .close(let id):
                try close(id)
            case .fail(let request, _):
                #expect(alive.remove(request) != nil)
                #expect(!connections.values.contains { $0.streams.contains(request) })
            case .stopped:
                #expect(isStopping && connections.isEmpty && alive.isEmpty)
                stopped = true
            }
        }

        private mutating func failure() -> HTTP2StreamFailure {
            [.interrupted, .notProcessed, .notProcessed, .invalidRequest].randomElement(using: &generator)
                ?? .interrupted
        }

        /// As the protocol specifies: first each request, then the connection.
        private mutating func close(_ id: ConnectionID) throws {
            if connections[id]?.streams.isEmpty == false {
                connections[id]?.isLeft = true
                try happen(.connection(id, .closing))
            }
            for request in connections[id]?.streams.sorted(by: { $0.number < $1.number }) ?? [] {
                connections[id]?.streams.remove(request)
                try happen(.connection(id, .failed(request, failure())))
            }
            guard connections.removeValue(forKey: id) != nil else { return }
            try happen(.connection(id, .closed))
        }

        mutating func step() throws {
            let id = connections.keys.sorted { $0.number < $1.number }.randomElement(using: &generator)
            let open = id.flatMap { connections[$0] }?.isOpen ?? false
            let request = id.flatMap {
                connections[$0]?.streams.sorted { $0.number < $1.number }.randomElement(using: &generator)
            }
            switch Int.random(in: 0..<100, using: &generator) {
            case 0..<35 where !isStopping:
                alive.insert(RequestID(number: nextRequest))
                nextRequest += 1
                let isUrgent = Bool.random(using: &generator)
                try happen(.submitted(RequestID(number: nextRequest - 1), isUrgent: isUrgent))
            case 35..<45:
                guard let id, !open else { return }
                connections[id]?.isOpen = true
                try happen(.connection(id, .opened))
            case 45..<70:
                guard let id, let request else { return }
                connections[id]?.streams.remove(request)
                alive.remove(request)
                let connection = [
                    APNsResult.ConnectionStatus.authenticated, .authenticated, .authenticated, .unknown, .unusable,
                ].randomElement(
                    using: &generator)
                if connection == .authenticated { connections[id]?.isAuthenticated = true }
                if connection == .unusable { connections[id]?.isLeft = true }
                try happen(.connection(id, .responded(request, connection ?? .authenticated)))
            case 70..<75:
                guard let id, open else { return }
                let limit = [0, 1, 2, 5, 100].randomElement(using: &generator) ?? 1
                connections[id]?.limit = limit
                try happen(.connection(id, .streamLimit(limit)))
            case 75..<80:
                guard let id, let request else { return }
                connections[id]?.streams.remove(request)
                try happen(.connection(id, .failed(request, failure())))
            case 80..<82:
                guard let id, open else { return }
                connections[id]?.isLeft = true
                try happen(.connection(id, .goingAway))
            case 82..<85:
                guard let id else { return }
                try close(id)
            case 85..<88:
                guard let request = alive.sorted(by: { $0.number < $1.number }).randomElement(using: &generator) else {
                    return
                }
                try happen(.cancelled(request))
            case 88..<90:
                guard let id, open else { return }
                try happen(.connection(id, .pong))
            default:
                bench.now = bench.now + .milliseconds(Int64.random(in: 0...3000, using: &generator))
                try happen(.timePassed)
                if let wake = bench.machine.nextWake { #expect(wake > bench.now) }
            }
        }

        mutating func finish() throws {
            isStopping = true
            try happen(.stopping(gracefully: Bool.random(using: &generator)))
            for _ in 0..<50 where !stopped { try step() }
            bench.now = bench.now + .seconds(30)
            try happen(.timePassed)
            #expect(alive.isEmpty)
            #expect(stopped)
        }
    }

    @Test("ends every request exactly once and sends nothing forbidden", arguments: 1...200 as ClosedRange<UInt64>)
    func chaos(seed: UInt64) throws {
        let bench = PoolBench { limits in
            limits.connections = 3
            limits.waiting = 20
        }
        var world = World(bench: bench, seed: seed)
        for _ in 0..<400 { try world.step() }
        try world.finish()
    }
}

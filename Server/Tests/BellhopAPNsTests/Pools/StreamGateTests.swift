import NIOCore
import Testing

@testable import BellhopAPNs

@Suite("The gate to a connection's streams")
struct StreamGateTests {
    @Test("lets one through until the connection is proven, whatever the peer allows")
    func first() {
        var gate = StreamGate()
        gate.peerSaid(limit: 1000)
        #expect(gate.limit == 1)
        gate.opened()
        #expect(!gate.hasRoom)
        gate.closed()
        gate.proved()
        #expect(gate.limit == 1000)
    }

    @Test("follows the peer down and up again")
    func follows() {
        var gate = StreamGate()
        gate.proved()
        #expect(gate.limit == StreamGate.unstatedLimit)
        for limit in [500, 1, 500, 0, 1000] {
            gate.peerSaid(limit: limit)
            #expect(gate.limit == limit)
        }
    }

    @Test("stays shut while more are open than the peer now allows")
    func tooMany() {
        var gate = StreamGate()
        gate.proved()
        for _ in 0..<3 { gate.opened() }
        gate.peerSaid(limit: 2)
        #expect(!gate.hasRoom)
        gate.closed()
        #expect(!gate.hasRoom)
        gate.closed()
        #expect(gate.hasRoom)
    }

    @Test("stays shut when the peer allows none, proven or not")
    func none() {
        var gate = StreamGate()
        gate.peerSaid(limit: 0)
        #expect(!gate.hasRoom)
        gate.proved()
        #expect(!gate.hasRoom)
    }
}

@Suite("Backoff")
struct BackoffTests {
    @Test(
        "doubles up to its longest", arguments: [(0, 0), (1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (8, 60), (1000, 60)])
    func doubles(failures: Int, seconds: Int64) {
        let most = Backoff(random: { 1 }).delay(afterFailures: failures)
        let least = Backoff(random: { 0 }).delay(afterFailures: failures)
        #expect(most == .seconds(seconds))
        #expect(least == .milliseconds(seconds * 500))
    }
}

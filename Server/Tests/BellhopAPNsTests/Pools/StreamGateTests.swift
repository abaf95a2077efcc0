import NIOCore
import Testing

@testable import BellhopAPNs

@Suite("The capacity to a connection's streams")
struct StreamGateTests {
    @Test("lets one through until the connection is proven, whatever the peer allows")
    func first() {
        var capacity = StreamCapacity()
        capacity.peerSaid(limit: 1000)
        #expect(capacity.limit == 1)
        capacity.opened()
        #expect(!capacity.hasRoom)
        capacity.closed()
        capacity.authenticated()
        #expect(capacity.limit == 1000)
    }

    @Test("follows the peer down and up again")
    func follows() {
        var capacity = StreamCapacity()
        capacity.authenticated()
        #expect(capacity.limit == StreamCapacity.defaultLimit)
        for limit in [500, 1, 500, 0, 1000] {
            capacity.peerSaid(limit: limit)
            #expect(capacity.limit == limit)
        }
    }

    @Test("stays shut while more are open than the peer now allows")
    func tooMany() {
        var capacity = StreamCapacity()
        capacity.authenticated()
        for _ in 0..<3 { capacity.opened() }
        capacity.peerSaid(limit: 2)
        #expect(!capacity.hasRoom)
        capacity.closed()
        #expect(!capacity.hasRoom)
        capacity.closed()
        #expect(capacity.hasRoom)
    }

    @Test("stays shut when the peer allows none, proven or not")
    func none() {
        var capacity = StreamCapacity()
        capacity.peerSaid(limit: 0)
        #expect(!capacity.hasRoom)
        capacity.authenticated()
        #expect(!capacity.hasRoom)
    }
}

@Suite("ReconnectBackoff")
struct BackoffTests {
    @Test(
        "doubles up to its longest", arguments: [(0, 0), (1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (8, 60), (1000, 60)])
    func doubles(failures: Int, seconds: Int64) {
        let most = ReconnectBackoff(random: { 1 }).delay(afterFailures: failures)
        let least = ReconnectBackoff(random: { 0 }).delay(afterFailures: failures)
        #expect(most == .seconds(seconds))
        #expect(least == .milliseconds(seconds * 500))
    }
}

import BellhopHTTP2
import NIOCore
import Testing

@testable import BellhopAPNs

@Suite("A pool, sending")
struct PoolStreamTests {
    @Test("connects for the first request, and opens one connection for many")
    func connects() {
        var bench = PoolBench()
        #expect(bench.submit(1...5) == [.connect(1)])
    }

    @Test("sends one request on a new connection, and the others after its response")
    func oneFirst() {
        var bench = PoolBench()
        _ = bench.submit(1...4)
        #expect(bench.open() == [.send(1)])
        #expect(bench.signal(.streamLimit(1000)) == [])
        #expect(bench.respond(1) == [.send(2), .send(3), .send(4)])
    }

    @Test("sends one request at a time while APNs refuses the provider token")
    func unproven() {
        var bench = PoolBench()
        _ = bench.submit(1...3)
        _ = bench.open()
        #expect(bench.respond(1, .unknown) == [.send(2)])
        #expect(bench.respond(2, .unknown) == [.send(3)])
    }

    @Test("follows the peer's stream limit")
    func settings() {
        var bench = PoolBench.proven(streams: 3) { $0.connections = 1 }
        #expect(bench.submit(2...6) == [.send(2), .send(3), .send(4)])
        #expect(bench.signal(.streamLimit(1)) == [])
        #expect(bench.respond(2) == [])
        #expect(bench.respond(3) == [])
        #expect(bench.respond(4) == [.send(5)])
        #expect(bench.signal(.streamLimit(4)) == [.send(6)])
        #expect(bench.submit(7...9) == [.send(7), .send(8)])
    }

    @Test("sends requests in order of submission")
    func order() {
        var bench = PoolBench.proven(streams: 1)
        _ = bench.submit(2...5)
        #expect(bench.respond(2) == [.send(3)])
        #expect(bench.respond(3) == [.send(4)])
        #expect(bench.respond(4) == [.send(5)])
    }

    @Test("sends waiting urgent requests before all others, each kind in order")
    func urgentFirst() {
        var bench = PoolBench.proven(streams: 1)
        _ = bench.submit(2...4)
        _ = bench.submitUrgent(5)
        _ = bench.submitUrgent(6)
        #expect(bench.respond(2) == [.send(5)])
        #expect(bench.lose(5, .notProcessed) == [.send(5)])
        #expect(bench.respond(5) == [.send(6)])
        #expect(bench.respond(6) == [.send(3)])
    }

    @Test("limits the number of waiting requests")
    func bound() {
        var bench = PoolBench { $0.waiting = 2 }
        #expect(bench.submit(1...3) == [.connect(1), .fail(3, .overloaded)])
        #expect(bench.open() == [.send(1)])
        #expect(bench.submit(4) == [])
        #expect(bench.submit(5) == [.fail(5, .overloaded)])
    }

    @Test("removes a cancelled waiting request, and resets one in flight")
    func cancelled() {
        var bench = PoolBench.proven(streams: 1)
        _ = bench.submit(2...4)
        #expect(bench.cancel(3) == [.fail(3, .cancelled)])
        #expect(bench.cancel(2) == [.reset(2), .fail(2, .cancelled), .send(4)])
        #expect(bench.cancel(2) == [])
        #expect(bench.respond(2) == [])
        #expect(bench.machine.waiting == 0)
    }

    @Test("does not count cancelled requests towards the queue limit")
    func abandonedBound() {
        var bench = PoolBench { $0.waiting = 2 }
        _ = bench.submit(1...2)
        _ = bench.cancel(1)
        #expect(bench.submit(3) == [])
        #expect(bench.open() == [.send(2)])
    }

    @Test("opens additional connections one at a time when all streams are in use, up to its limit")
    func grows() {
        var bench = PoolBench.proven(streams: 2) { $0.connections = 2 }
        #expect(bench.submit(2...4) == [.send(2), .send(3), .connect(2)])
        #expect(bench.submit(5) == [])
        #expect(bench.open(2) == [.send(4, 2)])
        // The second connection is not authenticated yet, so no third one is opened.
        #expect(bench.submit(6...9) == [])
        _ = bench.signal(.streamLimit(3), on: 2)
        #expect(bench.respond(4, on: 2) == [.send(5, 2), .send(6, 2), .send(7, 2)])
        // The limit is two.
        #expect(bench.submit(10) == [])
    }

    @Test("prefers the least loaded connection")
    func balances() {
        var bench = PoolBench.proven(streams: 2)
        _ = bench.submit(2...4)
        _ = bench.open(2)
        _ = bench.signal(.streamLimit(2), on: 2)
        _ = bench.respond(4, on: 2)
        #expect(bench.submit(5) == [.send(5, 2)])
        _ = bench.respond(2)
        _ = bench.respond(3)
        #expect(bench.submit(6) == [.send(6, 1)])
    }

    @Test("opens no additional connections when the peer allows one stream")
    func throttled() {
        var bench = PoolBench.proven(streams: 1)
        #expect(bench.submit(2...9) == [.send(2)])
    }

    @Test("replaces a connection before its stream ids run out")
    func exhausted() {
        var bench = PoolBench.proven { $0.streamsPerConnection = 3 }
        #expect(bench.submit(2...4) == [.send(2), .send(3), .connect(2)])
        #expect(bench.respond(2) == [])
        #expect(bench.respond(3) == [.close(1)])
        #expect(bench.open(2) == [.send(4, 2)])
    }
}

@Suite("The stream capacity of a connection")
struct StreamGateTests {
    @Test("is one until the connection is authenticated, regardless of the peer's limit")
    func first() {
        var capacity = StreamCapacity()
        capacity.setPeerLimit(1000)
        #expect(capacity.limit == 1)
        capacity.opened()
        #expect(!capacity.hasRoom)
        capacity.closed()
        capacity.authenticated()
        #expect(capacity.limit == 1000)
    }

    @Test("follows the peer's limit down and up again")
    func follows() {
        var capacity = StreamCapacity()
        capacity.authenticated()
        #expect(capacity.limit == StreamCapacity.defaultLimit)
        for limit in [500, 1, 500, 0, 1000] {
            capacity.setPeerLimit(limit)
            #expect(capacity.limit == limit)
        }
    }

    @Test("is exhausted while more streams are open than the peer now allows")
    func tooMany() {
        var capacity = StreamCapacity()
        capacity.authenticated()
        for _ in 0..<3 { capacity.opened() }
        capacity.setPeerLimit(2)
        #expect(!capacity.hasRoom)
        capacity.closed()
        #expect(!capacity.hasRoom)
        capacity.closed()
        #expect(capacity.hasRoom)
    }

    @Test("is zero when the peer allows none, authenticated or not")
    func none() {
        var capacity = StreamCapacity()
        capacity.setPeerLimit(0)
        #expect(!capacity.hasRoom)
        capacity.authenticated()
        #expect(!capacity.hasRoom)
    }
}

@Suite("The reconnect backoff")
struct BackoffTests {
    @Test(
        "doubles up to its maximum", arguments: [(0, 0), (1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (8, 60), (1000, 60)])
    func doubles(failures: Int, seconds: Int64) {
        let most = ReconnectBackoff(random: { 1 }).delay(afterFailures: failures)
        let least = ReconnectBackoff(random: { 0 }).delay(afterFailures: failures)
        #expect(most == .seconds(seconds))
        #expect(least == .milliseconds(seconds * 500))
    }
}

@Suite("A pool, with batches")
struct PoolBatchTests {
    @Test("admits batches up to seven eighths of the streams, and not while requests wait")
    func reserve() {
        var bench = PoolBench.proven(streams: 16) { $0.connections = 1 }
        #expect(bench.machine.admitsBatch)
        _ = bench.submit(2...14)
        #expect(bench.machine.admitsBatch)
        _ = bench.submit(15)
        #expect(!bench.machine.admitsBatch)
        #expect(bench.submitUrgent(16) == [.send(16)])
        _ = bench.submit(17...18)
        _ = bench.respond(2)
        #expect(!bench.machine.admitsBatch)
    }

    @Test("admits a batch without a connection, which is opened for it")
    func first() {
        var bench = PoolBench()
        #expect(bench.machine.admitsBatch)
        #expect(bench.submit(1) == [.connect(1)])
        #expect(!bench.machine.admitsBatch)
        _ = bench.open()
        #expect(!bench.machine.admitsBatch)
        _ = bench.respond(1)
        #expect(bench.machine.admitsBatch)
    }

    @Test("opens further connections for a batch, up to the limit")
    func expands() {
        var bench = PoolBench.proven(streams: 8) { $0.connections = 2 }
        #expect(bench.happen(.crowded) == [.connect(2)])
        #expect(bench.happen(.crowded) == [])
        _ = bench.open(2)
        #expect(bench.happen(.crowded) == [])
    }
}

import Testing

@testable import BellhopAPNs

@Suite("A pool, sending")
struct PoolStreamTests {
    @Test("connects for the first request, and opens one connection for many")
    func connects() {
        var bench = PoolBench()
        #expect(bench.submit(1...5) == [.connect(1)])
    }

    @Test("sends one request on a fresh connection, and the others after its answer")
    func oneFirst() {
        var bench = PoolBench()
        _ = bench.submit(1...4)
        #expect(bench.open() == [.send(1)])
        #expect(bench.signal(.streamLimit(1000)) == [])
        #expect(bench.answer(1) == [.send(2), .send(3), .send(4)])
    }

    @Test("stays with one at a time while APNs refuses the sender")
    func unproven() {
        var bench = PoolBench()
        _ = bench.submit(1...3)
        _ = bench.open()
        #expect(bench.answer(1, .unknown) == [.send(2)])
        #expect(bench.answer(2, .unknown) == [.send(3)])
    }

    @Test("sends as many at a time as the peer allows, and obeys when that changes")
    func settings() {
        var bench = PoolBench.proven(streams: 3) { $0.connections = 1 }
        #expect(bench.submit(2...6) == [.send(2), .send(3), .send(4)])
        #expect(bench.signal(.streamLimit(1)) == [])
        #expect(bench.answer(2) == [])
        #expect(bench.answer(3) == [])
        #expect(bench.answer(4) == [.send(5)])
        #expect(bench.signal(.streamLimit(4)) == [.send(6)])
        #expect(bench.submit(7...9) == [.send(7), .send(8)])
    }

    @Test("keeps the order in which requests came")
    func order() {
        var bench = PoolBench.proven(streams: 1)
        _ = bench.submit(2...5)
        #expect(bench.answer(2) == [.send(3)])
        #expect(bench.answer(3) == [.send(4)])
        #expect(bench.answer(4) == [.send(5)])
    }

    @Test("holds so many waiting requests and no more")
    func bound() {
        var bench = PoolBench { $0.waiting = 2 }
        #expect(bench.submit(1...3) == [.connect(1), .fail(3, .overloaded)])
        #expect(bench.open() == [.send(1)])
        #expect(bench.submit(4) == [])
        #expect(bench.submit(5) == [.fail(5, .overloaded)])
    }

    @Test("forgets a waiting request that is cancelled, and resets one that was sent")
    func cancelled() {
        var bench = PoolBench.proven(streams: 1)
        _ = bench.submit(2...4)
        #expect(bench.cancel(3) == [.fail(3, .cancelled)])
        #expect(bench.cancel(2) == [.reset(2), .fail(2, .cancelled), .send(4)])
        #expect(bench.cancel(2) == [])
        #expect(bench.answer(2) == [])
        #expect(bench.machine.waiting == 0)
    }

    @Test("does not let cancelled requests fill the queue")
    func abandonedBound() {
        var bench = PoolBench { $0.waiting = 2 }
        _ = bench.submit(1...2)
        _ = bench.cancel(1)
        #expect(bench.submit(3) == [])
        #expect(bench.open() == [.send(2)])
    }

    @Test("opens a further connection when every stream is taken, one at a time, up to its limit")
    func grows() {
        var bench = PoolBench.proven(streams: 2) { $0.connections = 2 }
        #expect(bench.submit(2...4) == [.send(2), .send(3), .connect(2)])
        #expect(bench.submit(5) == [])
        #expect(bench.open(2) == [.send(4, 2)])
        // The second is not proven yet, so it is waited for.
        #expect(bench.submit(6...9) == [])
        _ = bench.signal(.streamLimit(3), on: 2)
        #expect(bench.answer(4, on: 2) == [.send(5, 2), .send(6, 2), .send(7, 2)])
        // Two are the limit.
        #expect(bench.submit(10) == [])
    }

    @Test("prefers the connection that has the least to do")
    func balances() {
        var bench = PoolBench.proven(streams: 2)
        _ = bench.submit(2...4)
        _ = bench.open(2)
        _ = bench.signal(.streamLimit(2), on: 2)
        _ = bench.answer(4, on: 2)
        #expect(bench.submit(5) == [.send(5, 2)])
        _ = bench.answer(2)
        _ = bench.answer(3)
        #expect(bench.submit(6) == [.send(6, 1)])
    }

    @Test("does not go round a peer that allows one stream by opening more connections")
    func throttled() {
        var bench = PoolBench.proven(streams: 1)
        #expect(bench.submit(2...9) == [.send(2)])
    }

    @Test("replaces a connection before its stream ids run out")
    func exhausted() {
        var bench = PoolBench.proven { $0.streamsPerConnection = 3 }
        #expect(bench.submit(2...4) == [.send(2), .send(3), .connect(2)])
        #expect(bench.answer(2) == [])
        #expect(bench.answer(3) == [.close(1)])
        #expect(bench.open(2) == [.send(4, 2)])
    }
}

import BellhopHTTP2
import NIOCore
import Testing

@testable import BellhopAPNs

@Suite("A pool, connecting and losing connections")
struct PoolConnectionTests {
    @Test("fails all waiting requests when it cannot connect, and backs off")
    func unreachable() {
        var bench = PoolBench()
        _ = bench.submit(1...2)
        let retry = bench.now + .seconds(1)
        #expect(
            bench.signal(.closed) == [.fail(1, .unreachable(until: retry)), .fail(2, .unreachable(until: retry))])
        bench.now = bench.now + .milliseconds(999)
        #expect(bench.submit(3) == [.fail(3, .unreachable(until: retry))])
        bench.now = bench.now + .milliseconds(1)
        #expect(bench.submit(4) == [.connect(2)])
    }

    @Test("doubles the backoff after each failure, up to a minute")
    func backoff() {
        var bench = PoolBench()
        for (attempt, seconds) in [1, 2, 4, 8, 16, 32, 60, 60].enumerated() {
            #expect(bench.submit(UInt64(attempt)) == [.connect(attempt + 1)])
            let retry = bench.now + .seconds(Int64(seconds))
            #expect(bench.signal(.closed, on: attempt + 1) == [.fail(UInt64(attempt), .unreachable(until: retry))])
            bench.now = retry
        }
    }

    @Test("reconnects for an urgent request one second after a failure, regardless of the backoff")
    func urgent() {
        var bench = PoolBench()
        for attempt in 1...5 {
            #expect(bench.submit(UInt64(attempt)) == [.connect(attempt)])
            _ = bench.signal(.closed, on: attempt)
            bench.now = bench.now + .seconds(attempt < 5 ? 60 : 0)
        }
        let soon = bench.now + .seconds(1)
        #expect(bench.submitUrgent(6) == [.fail(6, .unreachable(until: soon))])
        bench.now = soon
        #expect(bench.submit(7) == [.fail(7, .unreachable(until: soon + .seconds(15)))])
        #expect(bench.submitUrgent(8) == [.connect(6)])
    }

    @Test("fails an attempt to connect at its deadline")
    func connectDeadline() {
        var bench = PoolBench()
        _ = bench.submit(1)
        let effects = bench.wait(.seconds(5))
        #expect(effects == [.close(1), .fail(1, .unreachable(until: bench.now + .seconds(1)))])
        #expect(bench.signal(.closed) == [])
        // The attempt was counted once.
        #expect(bench.submit(2) == [.fail(2, .unreachable(until: bench.now + .seconds(1)))])
    }

    @Test("resets the backoff after a connection has served for a while")
    func recovers() {
        var bench = PoolBench()
        for attempt in 1...3 {
            _ = bench.submit(UInt64(attempt))
            _ = bench.signal(.closed, on: attempt)
            bench.now = bench.now + .seconds(60)
        }
        _ = bench.submit(4)
        _ = bench.open(4)
        bench.now = bench.now + .seconds(10)
        _ = bench.respond(4, on: 4)
        _ = bench.signal(.closed, on: 4)
        #expect(bench.submit(5) == [.connect(5)])
        #expect(bench.signal(.closed, on: 5) == [.fail(5, .unreachable(until: bench.now + .seconds(1)))])
    }

    @Test("backs off from a server that responds once and disconnects")
    func shortLives() {
        var bench = PoolBench.proven()
        // The first replacement is not delayed.
        _ = bench.signal(.closed)
        #expect(bench.submit(2) == [.connect(2)])
        _ = bench.open(2)
        _ = bench.respond(2, on: 2)
        _ = bench.signal(.closed, on: 2)
        #expect(bench.submit(3) == [.fail(3, .unreachable(until: bench.now + .seconds(1)))])
    }

    @Test("keeps requests waiting when only an additional connection fails")
    func growthFails() {
        var bench = PoolBench.proven(streams: 2)
        #expect(bench.submit(2...4) == [.send(2), .send(3), .connect(2)])
        #expect(bench.signal(.closed, on: 2) == [])
        #expect(bench.respond(2) == [.send(4)])
    }

    @Test("fails requests when their connection was lost before the response")
    func lost() {
        var bench = PoolBench.proven()
        _ = bench.submit(2...3)
        #expect(bench.lose(2, .interrupted) == [.fail(2, .connectionLost)])
        #expect(bench.signal(.closed) == [.fail(3, .connectionLost)])
        #expect(bench.machine.connections.isEmpty)
    }

    @Test("retries requests above GOAWAY's last stream on another connection, and completes the others")
    func goAway() {
        var bench = PoolBench.proven()
        bench.now = bench.now + .seconds(60)
        _ = bench.submit(2...4)
        #expect(bench.signal(.goingAway) == [])
        // The transport reports the newest stream first, so that the order is kept.
        #expect(bench.lose(4, .notProcessed) == [.connect(2)])
        #expect(bench.lose(3, .notProcessed) == [])
        #expect(bench.submit(5) == [])
        #expect(bench.respond(2) == [.close(1)])
        #expect(bench.signal(.closed) == [])
        #expect(bench.open(2) == [.send(3, 2)])
        #expect(bench.respond(3, on: 2) == [.send(4, 2), .send(5, 2)])
    }

    @Test("closes an idle connection at GOAWAY, and replaces it on demand")
    func goAwayIdle() {
        var bench = PoolBench.proven()
        bench.now = bench.now + .seconds(60)
        #expect(bench.signal(.goingAway) == [.close(1)])
        #expect(bench.signal(.goingAway) == [])
        #expect(bench.signal(.closed) == [])
        #expect(bench.submit(2) == [.connect(2)])
    }

    @Test("backs off from a server that sends GOAWAY on every connection")
    func goAwayAlways() {
        var bench = PoolBench()
        _ = bench.submit(1)
        _ = bench.open()
        _ = bench.signal(.goingAway)
        #expect(
            bench.lose(1, .notProcessed) == [.close(1), .fail(1, .unreachable(until: bench.now + .seconds(1)))])
    }

    @Test("retries a refused request a limited number of times")
    func refused() {
        var bench = PoolBench.proven()
        #expect(bench.submit(2) == [.send(2)])
        #expect(bench.lose(2, .notProcessed) == [.send(2)])
        #expect(bench.lose(2, .notProcessed) == [.send(2)])
        #expect(bench.lose(2, .notProcessed) == [.fail(2, .refused)])
    }

    @Test("fails a request that the peer's limits do not permit")
    func invalid() {
        var bench = PoolBench.proven()
        #expect(bench.submit(2) == [.send(2)])
        #expect(bench.lose(2, .invalidRequest) == [.fail(2, .invalid)])
    }

    @Test("sends no waiting request on a connection that is closing")
    func closing() {
        var bench = PoolBench.proven(streams: 1)
        _ = bench.submit(2...4)
        #expect(bench.signal(.closing) == [.connect(2)])
        #expect(bench.lose(2, .interrupted) == [.fail(2, .connectionLost)])
        #expect(bench.signal(.closed) == [])
        #expect(bench.open(2) == [.send(3, 2)])
        #expect(bench.respond(3, on: 2) == [.send(4, 2)])
    }

    @Test("closes an unusable connection when its other requests have completed")
    func unusable() {
        var bench = PoolBench.proven()
        bench.now = bench.now + .seconds(60)
        _ = bench.submit(2...3)
        #expect(bench.respond(2, .unusable) == [])
        #expect(bench.submit(4) == [.connect(2)])
        #expect(bench.respond(3) == [.close(1)])
        #expect(bench.open(2) == [.send(4, 2)])
    }

    @Test("backs off when every new connection is unusable")
    func alwaysUnusable() {
        var bench = PoolBench()
        _ = bench.submit(1)
        _ = bench.open()
        #expect(bench.respond(1, .unusable) == [.close(1)])
        #expect(bench.submit(2) == [.fail(2, .unreachable(until: bench.now + .seconds(1)))])
    }
}

@Suite("A pool, stopping")
struct PoolStopTests {
    @Test("fails waiting requests, completes those in flight, then closes")
    func graceful() {
        var bench = PoolBench.proven(streams: 1)
        _ = bench.submit(2...3)
        #expect(bench.happen(.stopping(gracefully: true)) == [.fail(3, .shuttingDown)])
        #expect(bench.submit(4) == [.fail(4, .shuttingDown)])
        #expect(bench.respond(2) == [.close(1)])
        #expect(bench.signal(.closed) == [.stopped])
    }

    @Test("still applies request deadlines")
    func deadline() {
        var bench = PoolBench.proven()
        _ = bench.submit(2)
        _ = bench.happen(.stopping(gracefully: true))
        #expect(bench.wait(.seconds(10)) == [.reset(2), .close(1), .fail(2, .timeout)])
        #expect(bench.signal(.closed) == [.stopped])
    }

    @Test("closes immediately on request, also during a graceful stop")
    func hard() {
        var bench = PoolBench.proven()
        _ = bench.submit(2)
        _ = bench.happen(.stopping(gracefully: true))
        #expect(bench.happen(.stopping(gracefully: false)) == [.close(1)])
        #expect(bench.lose(2, .interrupted) == [.fail(2, .connectionLost)])
        #expect(bench.signal(.closed) == [.stopped])
    }

    @Test("does not wait for a connection to open")
    func connecting() {
        var bench = PoolBench()
        _ = bench.submit(1)
        #expect(bench.happen(.stopping(gracefully: true)) == [.fail(1, .shuttingDown), .close(1)])
        #expect(bench.signal(.closed) == [.stopped])
    }

    @Test("stops immediately when it has no connections")
    func idle() {
        var bench = PoolBench()
        #expect(bench.happen(.stopping(gracefully: true)) == [.stopped])
    }

    @Test("does not retry unprocessed requests on a new connection")
    func unprocessed() {
        var bench = PoolBench.proven()
        _ = bench.submit(2)
        _ = bench.happen(.stopping(gracefully: true))
        #expect(bench.lose(2, .notProcessed) == [.close(1), .fail(2, .shuttingDown)])
    }
}

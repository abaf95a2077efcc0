import NIOCore
import Testing

@testable import BellhopAPNs

@Suite("A pool, as time passes")
struct PoolTimeTests {
    @Test("fails a request at its deadline: waiting, connecting or sent")
    func deadline() {
        var bench = PoolBench { $0.connectDeadline = .seconds(60) }
        _ = bench.submit(1...2)
        #expect(bench.wait(.milliseconds(9_999)) == [])
        #expect(bench.wait(.milliseconds(1)) == [.fail(1, .timeout), .fail(2, .timeout)])

        bench = .proven(streams: 1)
        _ = bench.submit(2...3)
        #expect(bench.wait(.seconds(10)) == [.reset(2), .fail(2, .timeout), .close(1), .fail(3, .timeout)])
        #expect(bench.respond(2) == [])
    }

    @Test("reuses the stream of a timed out request")
    func slotFreed() {
        var bench = PoolBench.proven(streams: 2) { $0.connections = 1 }
        _ = bench.submit(2...3)
        bench.now = bench.now + .seconds(5)
        _ = bench.respond(3)
        _ = bench.submit(4...5)
        #expect(bench.wait(.seconds(5)) == [.reset(2), .fail(2, .timeout), .send(5)])
    }

    @Test("wakes only at the next deadline, connection timeout or PING")
    func wakes() {
        var bench = PoolBench()
        #expect(bench.machine.nextWake == nil)
        _ = bench.submit(1)
        #expect(bench.machine.nextWake == bench.now + .seconds(5))
        _ = bench.open()
        #expect(bench.machine.nextWake == bench.now + .seconds(10))
        _ = bench.respond(1)
        #expect(bench.machine.nextWake == bench.now + .hours(1))
        _ = bench.signal(.closed)
        #expect(bench.machine.nextWake == nil)
    }

    @Test("sends a PING on a connection after an idle hour")
    func pings() {
        var bench = PoolBench.proven()
        #expect(bench.wait(.minutes(59)) == [])
        #expect(bench.wait(.minutes(1)) == [.ping(1)])
        #expect(bench.machine.nextWake == bench.now + .seconds(5))
        #expect(bench.wait(.seconds(1)) == [])
        #expect(bench.signal(.pong) == [])
        #expect(bench.machine.nextWake == bench.now + .hours(1))
    }

    @Test("closes a connection without a PING acknowledgement, and reconnects on demand")
    func dead() {
        var bench = PoolBench.proven()
        _ = bench.wait(.hours(1))
        #expect(bench.wait(.seconds(5)) == [.close(1)])
        #expect(bench.signal(.closed) == [])
        #expect(bench.submit(2) == [.connect(2)])
    }

    @Test("replaces a connection that did not respond during a timed out request, although it acknowledges a PING")
    func silent() {
        var bench = PoolBench.proven()
        _ = bench.submit(2)
        bench.now = bench.now + .seconds(5)
        _ = bench.submit(3)
        _ = bench.signal(.pong)
        #expect(bench.wait(.seconds(5)) == [.reset(2), .fail(2, .timeout)])
        #expect(bench.submit(4) == [.connect(2)])
        #expect(bench.respond(3) == [.close(1)])
    }

    @Test("counts the silence of a connection from the sending of a request, not from its submission")
    func silentSinceSent() {
        var bench = PoolBench()
        _ = bench.submit(1)
        bench.now = bench.now + .seconds(1)
        _ = bench.open()
        #expect(bench.wait(.seconds(9)) == [.reset(1), .fail(1, .timeout), .close(1)])
    }

    @Test("keeps a connection that responds to others")
    func responsive() {
        var bench = PoolBench.proven()
        _ = bench.submit(2...3)
        bench.now = bench.now + .seconds(1)
        _ = bench.respond(3)
        #expect(bench.wait(.seconds(9)) == [.reset(2), .fail(2, .timeout)])
    }

    @Test("retains no timed out requests during hours without progress")
    func noProgress() {
        var bench = PoolBench.proven(streams: 0)
        for number in 2...10_000 as ClosedRange<UInt64> {
            _ = bench.submit(number)
            _ = bench.cancel(number)
        }
        #expect(bench.machine.requests.isEmpty)
        #expect(bench.machine.queue.count < 2_000)
        #expect(bench.machine.deadlines.isEmpty)
        #expect(bench.submit(10_001) == [])
        #expect(bench.signal(.streamLimit(1)) == [.send(10_001)])
    }

    @Test("retains no completed requests while the oldest one is pending")
    func memory() {
        var bench = PoolBench.proven(streams: 10)
        _ = bench.submit(2)
        bench.now = bench.now + .milliseconds(1)
        for number in 3...20_000 as ClosedRange<UInt64> {
            _ = bench.submit(number)
            _ = bench.respond(number)
        }
        #expect(bench.machine.requests.count == 1)
        #expect(bench.machine.deadlines.count < 2_000)
        #expect(bench.wait(.seconds(10)) == [.reset(2), .fail(2, .timeout)])
        #expect(bench.machine.deadlines.isEmpty)
    }
}

import BellhopHTTP2
import NIOCore

@testable import BellhopAPNs

/// A pool state machine with a manual clock, and short names for its events.
struct PoolBench {
    typealias Effect = PoolStateMachine.Effect

    var machine: PoolStateMachine
    var now = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    init(_ change: (inout PoolStateMachine.Limits) -> Void = { _ in }) {
        var limits = PoolStateMachine.Limits()
        change(&limits)
        machine = PoolStateMachine(limits: limits, backoff: ReconnectBackoff(random: { 1 }))
    }

    mutating func happen(_ event: PoolStateMachine.Event) -> [Effect] {
        var effects: [Effect] = []
        machine.handle(event, at: now, into: &effects)
        return effects
    }

    mutating func submit(_ numbers: ClosedRange<UInt64>) -> [Effect] {
        numbers.flatMap { happen(.submitted(RequestID(number: $0))) }
    }

    mutating func submit(_ number: UInt64) -> [Effect] { happen(.submitted(RequestID(number: number))) }

    mutating func submitUrgent(_ number: UInt64) -> [Effect] {
        happen(.submitted(RequestID(number: number), isUrgent: true))
    }

    mutating func cancel(_ number: UInt64) -> [Effect] { happen(.cancelled(RequestID(number: number))) }

    mutating func signal(_ signal: PoolStateMachine.Signal, on connection: Int = 1) -> [Effect] {
        happen(.connection(ConnectionID(number: connection), signal))
    }

    mutating func open(_ connection: Int = 1) -> [Effect] { signal(.opened, on: connection) }

    mutating func respond(
        _ number: UInt64, _ status: APNsResult.ConnectionStatus = .authenticated, on connection: Int = 1
    ) -> [Effect] {
        signal(.responded(RequestID(number: number), status), on: connection)
    }

    mutating func lose(_ number: UInt64, _ failure: HTTP2StreamFailure, on connection: Int = 1) -> [Effect] {
        signal(.failed(RequestID(number: number), failure), on: connection)
    }

    mutating func wait(_ time: TimeAmount) -> [Effect] {
        now = now + time
        return happen(.timePassed)
    }

    /// A pool whose first connection has responded to request 1 and allows `streams`.
    static func proven(streams: Int = 100, _ change: (inout PoolStateMachine.Limits) -> Void = { _ in }) -> PoolBench {
        var bench = PoolBench(change)
        _ = bench.submit(1)
        _ = bench.open()
        _ = bench.signal(.streamLimit(streams))
        _ = bench.respond(1)
        return bench
    }
}

extension PoolStateMachine.Effect {
    static func connect(_ connection: Int) -> Self { .connect(ConnectionID(number: connection)) }
    static func send(_ number: UInt64, _ connection: Int = 1) -> Self {
        .send(RequestID(number: number), on: ConnectionID(number: connection))
    }
    static func reset(_ number: UInt64, _ connection: Int = 1) -> Self {
        .reset(RequestID(number: number), on: ConnectionID(number: connection))
    }
    static func fail(_ number: UInt64, _ failure: PoolStateMachine.Failure) -> Self {
        .fail(RequestID(number: number), failure)
    }
    static func ping(_ connection: Int) -> Self { .ping(ConnectionID(number: connection)) }
    static func close(_ connection: Int) -> Self { .close(ConnectionID(number: connection)) }
}

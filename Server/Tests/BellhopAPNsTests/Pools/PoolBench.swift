import NIOCore

@testable import BellhopAPNs

/// A pool machine with a clock of its own, and short words for what happens to it.
struct PoolBench {
    typealias Effect = PoolMachine.Effect

    var machine: PoolMachine
    var now = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    init(_ change: (inout PoolMachine.Limits) -> Void = { _ in }) {
        var limits = PoolMachine.Limits()
        change(&limits)
        machine = PoolMachine(limits: limits, backoff: Backoff(random: { 1 }))
    }

    mutating func happen(_ event: PoolMachine.Event) -> [Effect] {
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

    mutating func abandon(_ number: UInt64) -> [Effect] { happen(.abandoned(RequestID(number: number))) }

    mutating func signal(_ signal: PoolMachine.Signal, on connection: Int = 1) -> [Effect] {
        happen(.connection(ConnectionID(number: connection), signal))
    }

    mutating func open(_ connection: Int = 1) -> [Effect] { signal(.opened, on: connection) }

    mutating func answer(_ number: UInt64, _ standing: Verdict.Standing = .proven, on connection: Int = 1) -> [Effect] {
        signal(.answered(RequestID(number: number), standing), on: connection)
    }

    mutating func lose(_ number: UInt64, wasProcessed: Bool, on connection: Int = 1) -> [Effect] {
        signal(.unanswered(RequestID(number: number), wasProcessed: wasProcessed), on: connection)
    }

    mutating func wait(_ time: TimeAmount) -> [Effect] {
        now = now + time
        return happen(.timePassed)
    }

    /// A pool whose first connection has answered request 1 and allows `streams`.
    static func proven(streams: Int = 100, _ change: (inout PoolMachine.Limits) -> Void = { _ in }) -> PoolBench {
        var bench = PoolBench(change)
        _ = bench.submit(1)
        _ = bench.open()
        _ = bench.signal(.streamLimit(streams))
        _ = bench.answer(1)
        return bench
    }
}

extension PoolMachine.Effect {
    static func connect(_ connection: Int) -> Self { .connect(ConnectionID(number: connection)) }
    static func send(_ number: UInt64, _ connection: Int = 1) -> Self {
        .send(RequestID(number: number), on: ConnectionID(number: connection))
    }
    static func reset(_ number: UInt64, _ connection: Int = 1) -> Self {
        .reset(RequestID(number: number), on: ConnectionID(number: connection))
    }
    static func end(_ number: UInt64, _ ending: PoolMachine.Ending) -> Self { .end(RequestID(number: number), ending) }
    static func ping(_ connection: Int) -> Self { .ping(ConnectionID(number: connection)) }
    static func close(_ connection: Int) -> Self { .close(ConnectionID(number: connection)) }
}

import NIOCore

/// How long to leave the server alone after failed attempts to connect: doubling, with jitter, so that many clients
/// that lost the same server do not come back together. Apple may take repeated opening and closing for an attack.
struct Backoff: Sendable {
    var first: TimeAmount = .seconds(1)
    var longest: TimeAmount = .seconds(60)
    /// A number from 0 up to 1.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Between half and the whole of the doubled time; nothing before the first failure.
    func delay(afterFailures failures: Int) -> TimeAmount {
        guard failures > 0 else { return .zero }
        let doubled = first.nanoseconds.multipliedReportingOverflow(by: 1 << Int64(min(failures - 1, 30)))
        let full = doubled.overflow ? longest.nanoseconds : min(doubled.partialValue, longest.nanoseconds)
        return .nanoseconds(full / 2 + Int64(Double(full / 2) * random()))
    }
}

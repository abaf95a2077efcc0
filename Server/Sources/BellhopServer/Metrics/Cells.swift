import Metrics
import Synchronization

final class CounterCell: CounterHandler, FloatingPointCounterHandler {
    private let total = Mutex(0.0)
    var value: Double { total.withLock { $0 } }
    func increment(by amount: Int64) { total.withLock { $0 += Double(amount) } }
    func increment(by amount: Double) { total.withLock { $0 += amount } }
    func reset() { total.withLock { $0 = 0 } }
}

final class GaugeCell: MeterHandler, RecorderHandler {
    private let current = Mutex(0.0)
    var value: Double { current.withLock { $0 } }
    func set(_ value: Int64) { current.withLock { $0 = Double(value) } }
    func set(_ value: Double) { current.withLock { $0 = value } }
    func increment(by amount: Double) { current.withLock { $0 += amount } }
    func decrement(by amount: Double) { current.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }
}

/// A histogram with fixed buckets; timers record into it in seconds, Prometheus' base unit.
final class HistogramCell: RecorderHandler, TimerHandler {
    /// From a quarter of a millisecond to ten minutes: a machine's part of an ask, and a person's.
    static let bounds: [Double] = [
        0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600,
    ]

    private let state = Mutex((counts: [UInt64](repeating: 0, count: bounds.count + 1), sum: 0.0))

    var snapshot: (counts: [UInt64], sum: Double) { state.withLock { $0 } }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let bucket = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
        state.withLock {
            $0.counts[bucket] += 1
            $0.sum += value
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}

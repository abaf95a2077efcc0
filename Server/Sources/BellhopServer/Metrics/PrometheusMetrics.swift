public import Metrics
import Synchronization

/// A metrics backend that keeps all values in memory and writes them as Prometheus text.
///
/// Injected as a `MetricsFactory`, not bootstrapped globally, so that each server in a process has separate metrics.
public final class PrometheusMetrics: MetricsFactory {
    private struct Series: Hashable {
        var name: String
        var labels: String
    }

    private struct Storage {
        var counters: [Series: CounterCell] = [:]
        var gauges: [Series: GaugeCell] = [:]
        var histograms: [Series: HistogramCell] = [:]
    }

    private let storage = Mutex(Storage())

    public init() {}

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        storage.withLock { $0.counters.cell(Self.series(label, dimensions), make: CounterCell()) }
    }

    public func makeFloatingPointCounter(label: String, dimensions: [(String, String)])
        -> any FloatingPointCounterHandler
    {
        storage.withLock { $0.counters.cell(Self.series(label, dimensions), make: CounterCell()) }
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        storage.withLock { $0.gauges.cell(Self.series(label, dimensions), make: GaugeCell()) }
    }

    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        aggregate
            ? storage.withLock { $0.histograms.cell(Self.series(label, dimensions), make: HistogramCell()) }
            : storage.withLock { $0.gauges.cell(Self.series(label, dimensions), make: GaugeCell()) }
    }

    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        storage.withLock { $0.histograms.cell(Self.series(label, dimensions), make: HistogramCell()) }
    }

    // Cells outlive their handles: a counter that is created again continues its count.
    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}

    /// The text exposition format, version 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats/).
    public func text() -> String {
        let (counters, gauges, histograms) = storage.withLock { ($0.counters, $0.gauges, $0.histograms) }
        var families: [String: (type: String, lines: [String])] = [:]
        for (series, cell) in counters {
            families[series.name, default: ("counter", [])].lines.append(
                "\(series.name)\(series.labels) \(Self.number(cell.value))")
        }
        for (series, cell) in gauges {
            families[series.name, default: ("gauge", [])].lines.append(
                "\(series.name)\(series.labels) \(Self.number(cell.value))")
        }
        for (series, cell) in histograms.sorted(by: { $0.key.labels < $1.key.labels }) {
            families[series.name, default: ("histogram", [])].lines += Self.lines(of: cell, series)
        }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text += "# HELP \(name) \(MetricDescriptions.help(of: name))\n# TYPE \(name) \(family.type)\n"
            // A histogram's lines are in the order of its buckets, and series are sorted by their labels.
            for line in family.type == "histogram" ? family.lines : family.lines.sorted() { text += line + "\n" }
        }
        return text
    }

    private static func lines(of cell: HistogramCell, _ series: Series) -> [String] {
        let (counts, sum) = cell.snapshot
        let inner = series.labels.dropFirst().dropLast()
        var lines: [String] = []
        var total: UInt64 = 0
        for (bound, count) in zip(HistogramCell.bounds.map(number) + ["+Inf"], counts) {
            total += count
            lines.append("\(series.name)_bucket{\(inner)\(inner.isEmpty ? "" : ",")le=\"\(bound)\"} \(total)")
        }
        return lines + [
            "\(series.name)_sum\(series.labels) \(number(sum))", "\(series.name)_count\(series.labels) \(total)",
        ]
    }

    static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }

    /// Label values escape backslash, quote and line feed; names take `[a-zA-Z0-9_:]` only.
    private static func series(_ label: String, _ dimensions: [(String, String)]) -> Series {
        let name = String(
            decoding: label.utf8.lazy.map { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: ":"):
                    byte
                default: UInt8(ascii: "_")
                }
            }, as: UTF8.self)
        guard !dimensions.isEmpty else { return Series(name: name, labels: "") }
        var labels = "{"
        for (key, value) in dimensions {
            if labels.utf8.count > 1 { labels += "," }
            labels += key
            labels += "=\""
            for scalar in value.unicodeScalars {
                switch scalar {
                case "\\", "\"": labels += "\\\(scalar)"
                case "\n": labels += "\\n"
                default: labels.unicodeScalars.append(scalar)
                }
            }
            labels += "\""
        }
        return Series(name: name, labels: labels + "}")
    }
}

extension Dictionary {
    fileprivate mutating func cell(_ key: Key, make: @autoclosure () -> Value) -> Value {
        if let known = self[key] { return known }
        let new = make()
        self[key] = new
        return new
    }
}

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

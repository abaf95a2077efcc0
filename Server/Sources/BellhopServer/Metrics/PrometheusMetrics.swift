public import Metrics
import Synchronization

/// A metrics backend that keeps everything in memory and writes it as Prometheus text.
///
/// Injected as a `MetricsFactory`, not bootstrapped globally, so that each server of a process has numbers of its own.
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

    // Cells outlive their handles: a counter that somebody makes anew goes on counting.
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
            text += "# TYPE \(name) \(family.type)\n"
            // A histogram's lines stand in the order of their buckets; series among each other in that of their labels.
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

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }

    /// Label values escape backslash, quote and line feed; names take `[a-zA-Z0-9_:]` only.
    private static func series(_ label: String, _ dimensions: [(String, String)]) -> Series {
        let name = String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ":") ? $0 : "_" })
        guard !dimensions.isEmpty else { return Series(name: name, labels: "") }
        let labels = dimensions.map { key, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            return "\(key)=\"\(escaped)\""
        }
        return Series(name: name, labels: "{\(labels.joined(separator: ","))}")
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

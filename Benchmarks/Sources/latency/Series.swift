/// Measurements of one kind.
struct Series {
    private let sorted: [Double]

    init(_ values: [Double]) { sorted = values.sorted() }

    /// By nearest rank.
    func percentile(_ percent: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int((percent / 100 * Double(sorted.count)).rounded(.up)) - 1)]
    }

    static let heading = "  " + pad("", 40) + ["p50", "p95", "p99", "max"].map { pad($0, 10) }.joined()

    func row(_ name: String) -> String {
        "  " + Self.pad(name, 40)
            + [percentile(50), percentile(95), percentile(99), sorted.last ?? 0].map { Self.pad(Self.rounded($0), 10) }
            .joined()
    }

    static func rounded(_ value: Double) -> String { String((value * 100).rounded() / 100) }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

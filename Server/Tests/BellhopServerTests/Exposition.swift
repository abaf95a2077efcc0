/// A strict parser of Prometheus text, version 0.0.4, which rejects texts that Prometheus accepts with surprises.
struct Exposition {
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    struct Sample: Hashable {
        var name: String
        var labels: [String: String]
        var value: Double
    }

    struct Family {
        var name: String
        var help: String
        var type: String
        var samples: [Sample] = []
    }

    private(set) var families: [String: Family] = [:]

    subscript(name: String) -> Family? { families[name] }

    /// - Throws: ``Malformed``.
    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Malformed(description: "The last line does not end.") }
        var current: Family?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("# HELP ") {
                if let current { try close(current) }
                let parts = line.dropFirst(7).split(separator: " ", maxSplits: 1)
                guard parts.count == 2, !parts[1].isEmpty else { throw Malformed(description: "No help: \(line)") }
                current = Family(name: String(parts[0]), help: String(parts[1]), type: "")
            } else if line.hasPrefix("# TYPE ") {
                let parts = line.dropFirst(7).split(separator: " ")
                guard parts.count == 2, let family = current, parts[0] == family.name, family.type.isEmpty,
                    ["counter", "gauge", "histogram"].contains(parts[1])
                else { throw Malformed(description: "A type without help: \(line)") }
                current?.type = String(parts[1])
            } else {
                guard let family = current, !family.type.isEmpty else {
                    throw Malformed(description: "A sample without a type: \(line)")
                }
                let sample = try Self.sample(line)
                let suffixes = family.type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
                guard suffixes.contains(where: { family.name + $0 == sample.name }) else {
                    throw Malformed(description: "A sample of another family: \(line)")
                }
                current?.samples.append(sample)
            }
        }
        if let current { try close(current) }
    }

    private mutating func close(_ family: Family) throws {
        guard families[family.name] == nil, !family.samples.isEmpty else {
            throw Malformed(description: "\(family.name) is empty or repeated.")
        }
        let series = family.samples.map { Sample(name: $0.name, labels: $0.labels, value: 0) }
        guard Set(series).count == series.count else {
            throw Malformed(description: "\(family.name) repeats a series.")
        }
        if family.type == "counter",
            !family.name.hasSuffix("_total") || family.samples.contains(where: { $0.value < 0 })
        {
            throw Malformed(description: "\(family.name) is not a counter.")
        }
        if family.type == "histogram" { try Self.checkHistograms(of: family) }
        families[family.name] = family
    }

    private static func checkHistograms(of family: Family) throws {
        let groups = Dictionary(grouping: family.samples) { $0.labels.filter { $0.key != "le" } }
        for (labels, samples) in groups {
            let buckets = samples.filter { $0.name.hasSuffix("_bucket") }
            let bounds = try buckets.map { bucket in
                guard let bound = bucket.labels["le"].flatMap(Double.init) else {
                    throw Malformed(description: "\(family.name) has a bucket without a bound.")
                }
                return bound
            }
            let counts = buckets.map(\.value)
            let total = samples.first { $0.name.hasSuffix("_count") }?.value
            guard bounds == bounds.sorted(), bounds.last == .infinity, counts == counts.sorted(), counts.last == total,
                samples.contains(where: { $0.name.hasSuffix("_sum") })
            else { throw Malformed(description: "\(family.name)\(labels) is not a histogram.") }
        }
    }

    private static func sample(_ line: Substring) throws -> Sample {
        let pattern =
            #/(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(?<labels>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\})? (?<value>[^ ]+)/#
        guard let match = line.wholeMatch(of: pattern), let value = Double(match.value) else {
            throw Malformed(description: "Not a sample: \(line)")
        }
        var labels: [String: String] = [:]
        var rest = match.labels ?? ""
        while !rest.isEmpty {
            guard
                let label = rest.prefixMatch(
                    of: #/(?<name>[a-zA-Z_][a-zA-Z0-9_]*)="(?<value>(?:[^"\\]|\\["\\n])*)"(?:,|$)/#),
                labels.updateValue(String(label.value), forKey: String(label.name)) == nil
            else { throw Malformed(description: "Not labels: \(line)") }
            rest = rest[label.range.upperBound...]
        }
        return Sample(name: String(match.name), labels: labels, value: value)
    }
}

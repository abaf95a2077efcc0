public import Foundation

extension TimeZone {
    /// The zone with this IANA name, former names such as `US/Pacific` included; `nil` when there is none. Offsets and
    /// abbreviations are no names.
    public init?(known name: String) {
        guard name == "UTC" || name.contains("/") else { return nil }
        self.init(identifier: name)
    }

    /// What somebody may have meant by `name`, which is not known: the same in another case, or with that city.
    public static func suggestion(for name: String) -> String? {
        let wanted = name.lowercased().replacing(" ", with: "_")
        return knownTimeZoneIdentifiers.filter { known in
            let known = known.lowercased()
            return known == wanted || known.hasSuffix("/\(wanted)")
        }.min { ($0.count, $0) < ($1.count, $1) }
    }
}

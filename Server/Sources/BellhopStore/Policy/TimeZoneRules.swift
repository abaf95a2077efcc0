import BellhopFoundation
import Synchronization

/// The offsets of a time zone from UTC: those of the IANA database in the system's files (RFC 9636), or of a `TZ` text.
///
/// On Linux `TimeZone` requires all of Foundation, with a copy of the database that is as old as the compiler.
public struct TimeZoneRules: Sendable {
    /// The folder of the database. Debian's package is `tzdata`; macOS always has it. Without it only UTC is known.
    public static let folder = "/usr/share/zoneinfo"

    public static let utc = TimeZoneRules(name: "UTC", changes: [], rule: nil, first: 0)

    private struct Change {
        /// Seconds since 1970.
        var moment: Int64
        /// The offset from then on, in seconds.
        var offset: Int64
    }

    /// The IANA name, or the `TZ` text.
    public let name: String
    /// In ascending order.
    private let changes: [Change]
    /// The rule after the last change.
    private let rule: DaylightSaving?
    /// The offset before the first change.
    private let first: Int64

    /// The offset from UTC in seconds, positive to the east, at a moment in seconds since 1970.
    public func offset(at moment: Int64) -> Int64 {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].moment <= moment { low = middle + 1 } else { high = middle }
        }
        if low == changes.count, let rule { return rule.offset(at: moment) }
        return low == 0 ? first : changes[low - 1].offset
    }
}

// The database.
extension TimeZoneRules {
    private static let known = Mutex<[String: TimeZoneRules]>([:])

    /// The zone with this IANA name, including former names such as `US/Pacific`; `nil` for an unknown one. Offsets and
    /// abbreviations are not accepted.
    public init?(known name: String) {
        if name == "UTC" {
            self = .utc
            return
        }
        guard name.contains("/") else { return nil }
        self.init(inDatabase: name)
    }

    /// - Parameter name: also one without a region, such as `CET`.
    private init?(inDatabase name: String) {
        if let known = Self.known.withLock({ $0[name] }) {
            self = known
            return
        }
        let isName =
            !name.hasPrefix("/") && !name.contains("..")
            && name.utf8.allSatisfy { byte in
                byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
                    || "/_+-".utf8.contains(byte)
            }
        guard isName, !name.isEmpty, let data = FileManager.default.contents(atPath: "\(Self.folder)/\(name)"),
            let rules = Self(name: name, file: [UInt8](data))
        else { return nil }
        self = rules
        Self.known.withLock { $0[name] = rules }
    }

    /// A suggestion for the unknown `name`: the same name in another case, or with that city.
    public static func suggestion(for name: String) -> String? {
        let wanted = name.lowercased().replacing(" ", with: "_")
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return names.filter { known in
            let excluded = ["posix/", "right/", "Etc/"]
            guard known.contains("/"), !excluded.contains(where: known.hasPrefix) else { return false }
            let text = known.lowercased()
            return (text == wanted || text.hasSuffix("/\(wanted)")) && TimeZoneRules(known: known) != nil
        }.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    /// The zone of this machine: `TZ`, else `/etc/localtime`, else UTC.
    public static let current: TimeZoneRules = {
        let variable = getenv("TZ").map { String(cString: $0) } ?? ""
        let text = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
        if let rules = TimeZoneRules(ofMachine: text) { return rules }
        let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime")) ?? ""
        guard let start = link.firstRange(of: "zoneinfo/")?.upperBound else { return .utc }
        return TimeZoneRules(ofMachine: String(link[start...])) ?? .utc
    }()

    /// - Parameter text: an IANA name, also one without a region such as `Japan`, or a rule.
    public init?(ofMachine text: String) {
        guard let rules = TimeZoneRules(known: text) ?? TimeZoneRules(inDatabase: text) ?? TimeZoneRules(text: text)
        else {
            return nil
        }
        self = rules
    }

    /// - Parameter text: a value of the environment variable `TZ`, such as `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1-2017 §8.3).
    public init?(text: String) {
        guard let rule = DaylightSaving(text) else { return nil }
        self.init(name: text, changes: [], rule: rule, first: 0)
    }
}

// The files.
extension TimeZoneRules {
    /// - Parameter file: the content of a file of version 2 or later (RFC 9636 §3).
    init?(name: String, file: [UInt8]) {
        var reader = FileReader(bytes: file[...])
        // The first part, for programs that know version 1 only, has 32-bit times.
        guard let old = reader.header(), old.version >= UInt8(ascii: "2") else { return nil }
        guard reader.skip(old.size(ofTime: 4)), let header = reader.header(), header.types > 0,
            header.size(ofTime: 8) <= reader.bytes.count
        else { return nil }
        let moments = (0..<header.changes).map { _ in reader.integer(bytes: 8) }
        let types = (0..<header.changes).map { _ in Int(reader.integer(bytes: 1) & 0xFF) }
        let offsets = (0..<header.types).map { _ in
            defer { _ = reader.skip(2) }
            return reader.integer(bytes: 4)
        }
        guard types.allSatisfy(offsets.indices.contains), zip(moments, moments.dropFirst()).allSatisfy(<),
            reader.skip(header.characters + header.leapSeconds * 12 + header.standard + header.universal)
        else { return nil }
        // The footer is a rule between two newlines; without one the last offset stays.
        let footer = String(decoding: reader.bytes.dropFirst().prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let rule = DaylightSaving(footer)
        guard footer.isEmpty || rule != nil else { return nil }
        self.init(
            name: name, changes: zip(moments, types).map { Change(moment: $0, offset: offsets[$1]) }, rule: rule,
            first: offsets[0])
    }
}

private struct FileReader {
    struct Header {
        var version: UInt8
        var universal: Int
        var standard: Int
        var leapSeconds: Int
        var changes: Int
        var types: Int
        var characters: Int

        func size(ofTime bytes: Int) -> Int {
            changes * (bytes + 1) + types * 6 + characters + leapSeconds * (bytes + 4) + standard + universal
        }
    }

    var bytes: ArraySlice<UInt8>

    mutating func header() -> Header? {
        guard bytes.count >= 44, bytes.starts(with: "TZif".utf8) else { return nil }
        let version = bytes[bytes.startIndex + 4]
        _ = skip(20)
        let counts = (0..<6).map { _ in Int(integer(bytes: 4)) }
        guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
        return Header(
            version: version, universal: counts[0], standard: counts[1], leapSeconds: counts[2], changes: counts[3],
            types: counts[4], characters: counts[5])
    }

    /// - Returns: `false` if there are fewer bytes.
    mutating func skip(_ count: Int) -> Bool {
        guard bytes.count >= count else { return false }
        bytes.removeFirst(count)
        return true
    }

    /// A signed number in network byte order. Enough bytes must be left.
    mutating func integer(bytes count: Int) -> Int64 {
        let value = bytes.prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        bytes.removeFirst(count)
        let unused = UInt64(64 - 8 * count)
        return Int64(bitPattern: value << unused) >> unused
    }
}

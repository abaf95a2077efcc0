#if Postgres
import BellhopSQL

/// A table of an SQLite database and its copy in a PostgreSQL database, described by SQLite's schema.
///
/// Both databases sort keys alike: integers by value, texts and bytes by their bytes.
struct MigrationTable {
    /// The number of rows that are compared at a time.
    static let pageRows = 512
    /// The size of a page's values in bytes from which it has no further rows.
    static let pageBytes = 4 << 20
    /// The number of parameters of a statement. libpq takes the description of 7,500 for a damaged message.
    private static let maximumParameters = 4096

    typealias Row = [MigrationValue]

    let name: String
    /// The columns of the primary key, then all others.
    private let columns: [String]
    private let keys: Int

    /// The tables of `source`, ordered by name.
    static func all(in source: any SQLConnection) throws -> [MigrationTable] {
        var found: [(table: String, column: String, isKey: Bool)] = []
        try source.run(
            """
            SELECT t.name, c.name, c.pk > 0 FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' ORDER BY t.name, c.pk = 0, c.pk, c.cid
            """, []
        ) { row in
            var columns = Columns(row)
            found.append((try columns.text(), try columns.text(), try columns.integer() == 1))
            return true
        }
        return Dictionary(grouping: found, by: \.table).sorted { $0.key < $1.key }.map { name, columns in
            Self(name: name, columns: columns.map { "\"\($0.column)\"" }, keys: columns.count(where: \.isKey))
        }
    }

    /// Makes the copy in `target` equal to `source`, one transaction for each page with differences.
    ///
    /// - Parameters:
    ///   - isVerifying: throws ``MigrationDifference`` for a difference instead of writing it.
    ///   - report: called after each page, and at the end.
    func synchronize(
        _ source: any SQLConnection, _ target: any SQLConnection, isVerifying: Bool, report: (Migration.Table) -> Void
    ) throws -> Migration.Table {
        var result = Migration.Table(name: name)
        var after: Row?
        while true {
            let page = try rows(of: source, after: after, limit: Self.pageRows)
            let last = keys == 0 ? nil : page.last.map { Array($0.prefix(keys)) }
            let limit = 2 * Self.pageRows
            let found = try rows(of: target, after: after, through: last, limit: limit)
            if isVerifying {
                guard page == found else { throw MigrationDifference() }
                result.checksum.add(page)
            } else if page != found {
                // Half of so many rows at least are not in the source. The same page is compared again without them.
                let isCut = keys > 0 && found.count == limit
                result.changes += try replace(found, by: page, isCut: isCut, in: target)
                if isCut { continue }
            }
            result.rows += page.count
            report(result)
            guard let last else { break }
            after = last
        }
        result.isDone = true
        report(result)
        return result
    }

    /// - Parameter isCut: whether `found` is only the first part of the page's rows in `target`.
    /// - Returns: the number of deleted and inserted rows.
    private func replace(_ found: [Row], by page: [Row], isCut: Bool, in target: any SQLConnection) throws -> Int {
        let (wanted, existing) = (Set(page), Set(found))
        let stale = keys == 0 ? found : found.filter { !wanted.contains($0) }
        let missing = isCut ? [] : keys == 0 ? page : page.filter { !existing.contains($0) }
        try target.transaction {
            if keys == 0 { try target.run("DELETE FROM \(name)") } else { try delete(stale, from: target) }
            try insert(missing, into: target)
        }
        return stale.count + missing.count
    }

    private func insert(_ rows: [Row], into target: any SQLConnection) throws {
        let tuple = Self.placeholders(columns.count)
        try Self.inParts(rows, parameters: columns.count) { part in
            let tuples = Array(repeating: tuple, count: part.count).joined(separator: ", ")
            try target.run(
                "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES \(tuples)",
                part.flatMap { $0.map(\.argument) })
        }
    }

    private func delete(_ rows: [Row], from target: any SQLConnection) throws {
        let tuple = Self.placeholders(keys)
        try Self.inParts(rows, parameters: keys) { part in
            let tuples = Array(repeating: tuple, count: part.count).joined(separator: ", ")
            try target.run(
                "DELETE FROM \(name) WHERE (\(keyList)) IN (\(tuples))",
                part.flatMap { $0.prefix(keys).map(\.argument) })
        }
    }

    /// The rows whose keys are above `after` and at most `through`, ordered by key. A table without a primary key is
    /// small and read whole, ordered by all columns.
    private func rows(
        of connection: any SQLConnection, after: Row?, through: Row? = nil, limit: Int
    ) throws -> [Row] {
        let bounds = [(">", after), ("<=", through)].compactMap { sign, key in key.map { (sign, $0) } }
        let conditions = bounds.map { sign, _ in "(\(keyList)) \(sign) \(Self.placeholders(keys))" }
        let order = keys > 0 ? keyList : columns.map { "\($0) NULLS FIRST" }.joined(separator: ", ")
        var rows: [Row] = []
        var size = 0
        try connection.run(
            """
            SELECT \(columns.joined(separator: ", ")) FROM \(name)
            \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
            ORDER BY \(order) \(keys > 0 ? "LIMIT \(limit)" : "")
            """, bounds.flatMap { $0.1.map(\.argument) }
        ) { row in
            let values = try columns.indices.map { try MigrationValue(row, at: $0) }
            rows.append(values)
            size += values.reduce(0) { $0 + $1.size }
            return keys == 0 || connection.dialect == .postgres || size < Self.pageBytes
        }
        return rows
    }

    private var keyList: String { columns.prefix(keys).joined(separator: ", ") }

    private static func placeholders(_ count: Int) -> String {
        "(\(Array(repeating: "?", count: count).joined(separator: ", ")))"
    }

    /// Divides `rows` into parts whose lengths are powers of two, so that few statements are prepared.
    ///
    /// - Parameter parameters: the number of parameters for a row.
    private static func inParts(
        _ rows: [Row], parameters: Int, _ body: (ArraySlice<Row>) throws -> Void
    ) rethrows {
        var rest = rows[...]
        while !rest.isEmpty {
            let limit = min(rest.count, max(1, maximumParameters / parameters))
            let count = 1 << (Int.bitWidth - 1 - limit.leadingZeroBitCount)
            try body(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
    }
}

/// An error for rows that differ after they were made equal.
struct MigrationDifference: Error {}

/// A value that is compared by its bytes. Swift's strings are equal when they are canonically equivalent.
enum MigrationValue: Hashable {
    case null
    case integer(Int64)
    case text([UInt8])
    case bytes([UInt8])

    init(_ row: any SQLRow, at index: Int) throws {
        if row.isNull(at: index) {
            self = .null
        } else if let value = row.integer(at: index) {
            self = .integer(value)
        } else if let value = row.text(at: index) {
            self = .text(Array(value.utf8))
        } else if let value = row.withBytes(at: index, { Array($0) }) {
            self = .bytes(value)
        } else {
            throw UnreadableColumn(index: index)
        }
    }

    var argument: (any SQLValueConvertible)? {
        switch self {
        case .null: nil
        case .integer(let value): value
        case .text(let value): String(decoding: value, as: UTF8.self)
        case .bytes(let value): value
        }
    }

    var size: Int {
        switch self {
        case .null, .integer: 8
        case .text(let value), .bytes(let value): value.count
        }
    }
}

/// A checksum of a table's rows in their order: 64-bit FNV-1a over the kind, length and bytes of each value.
struct MigrationChecksum: Hashable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ rows: [MigrationTable.Row]) {
        for value in rows.joined() {
            switch value {
            case .null: add(0, [])
            case .integer(let value): add(1, withUnsafeBytes(of: value.littleEndian) { Array($0) })
            case .text(let value): add(2, value)
            case .bytes(let value): add(3, value)
            }
        }
    }

    private mutating func add(_ kind: UInt8, _ bytes: [UInt8]) {
        var hash = (value ^ UInt64(kind)) &* 0x100_0000_01B3
        hash = (hash ^ UInt64(bytes.count)) &* 0x100_0000_01B3
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        value = hash
    }
}
#endif

import BellhopModel

/// A decoder that reads a `JSONValue` and records every member that a type requests, present or not.
///
/// A test uses it to find members that no example contains.
struct KeyRecorder: Decoder {
    /// Members by the path of their object, such as `$.origin`; list items share one path.
    final class Notes {
        var members: [String: Set<String>] = [:]
    }

    let value: JSONValue
    let place: String
    let notes: Notes
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch([String: JSONValue].self) }
        return KeyedDecodingContainer(Keyed<Key>(recorder: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let items) = value else { throw mismatch([JSONValue].self) }
        return Unkeyed(recorder: self, items: items)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(recorder: self) }

    fileprivate func at(_ value: JSONValue, _ step: String) -> KeyRecorder {
        KeyRecorder(value: value, place: place + step, notes: notes)
    }

    fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: [], debugDescription: "\(value) at \(place)"))
    }

    fileprivate func scalar<Value>(_ found: Value?) throws -> Value {
        guard let found else { throw mismatch(Value.self) }
        return found
    }
}

private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: KeyRecorder
    let members: [String: JSONValue]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

    private func note(_ key: Key) { recorder.notes.members[recorder.place, default: []].insert(key.stringValue) }

    private func inner(_ key: Key) throws -> KeyRecorder {
        note(key)
        guard let value = members[key.stringValue] else {
            throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: recorder.place))
        }
        return recorder.at(value, ".\(key.stringValue)")
    }

    func contains(_ key: Key) -> Bool {
        note(key)
        return members[key.stringValue] != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool { try inner(key).value == .null }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try T(from: inner(key)) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        try inner(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try inner(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { recorder }
    func superDecoder(forKey key: Key) throws -> any Decoder { try inner(key) }
}

private struct Unkeyed: UnkeyedDecodingContainer {
    let recorder: KeyRecorder
    let items: [JSONValue]
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex == items.count }

    init(recorder: KeyRecorder, items: [JSONValue]) {
        self.recorder = recorder
        self.items = items
    }

    private mutating func next() -> KeyRecorder {
        defer { currentIndex += 1 }
        return recorder.at(items[currentIndex], "[]")
    }

    mutating func decodeNil() throws -> Bool {
        guard items[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: next()) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { next() }
}

private struct Single: SingleValueDecodingContainer {
    let recorder: KeyRecorder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { recorder.value == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try recorder.scalar(recorder.value.bool) }
    func decode(_ type: String.Type) throws -> String { try recorder.scalar(recorder.value.string) }
    func decode(_ type: Double.Type) throws -> Double { try recorder.scalar(recorder.value.number) }
    func decode(_ type: Int.Type) throws -> Int {
        try recorder.scalar(recorder.value.integer.flatMap(Int.init(exactly:)))
    }
    func decode(_ type: Int64.Type) throws -> Int64 { try recorder.scalar(recorder.value.integer) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: recorder) }
}

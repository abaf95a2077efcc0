/// The open streams of a connection by id.
///
/// Each id has one slot. Ids increase by two, so that concurrent streams are in adjacent slots, and an occupied slot is
/// rare: it belongs to a stream that has been open for long. The other stream is then in a list.
struct StreamTable<Value> {
    /// Zero, which is no stream's id, marks an empty slot.
    private var slots: [UInt32]
    private var values: [Value?]
    private var others: [(id: UInt32, value: Value)] = []
    private(set) var count = 0

    init() {
        slots = Array(repeating: 0, count: 64)
        values = Array(repeating: nil, count: 64)
    }

    /// The ids in ascending order.
    var ids: [UInt32] { (slots.filter { $0 != 0 } + others.map(\.id)).sorted() }

    /// The position of a stream, valid until the next insertion or removal.
    func position(of id: UInt32) -> Int? {
        guard id != 0 else { return nil }
        let home = home(of: id)
        if slots[home] == id { return home }
        if others.isEmpty { return nil }
        return others.firstIndex { $0.id == id }.map { slots.count + $0 }
    }

    /// The stream at a position that `position(of:)` returned.
    subscript(position: Int) -> Value {
        get {
            guard position < slots.count else { return others[position - slots.count].value }
            guard let value = values[position] else { preconditionFailure("no stream at \(position)") }
            return value
        }
        _modify {
            if position < slots.count {
                precondition(values[position] != nil, "no stream at \(position)")
                yield &values[position]!
            } else {
                yield &others[position - slots.count].value
            }
        }
    }

    /// Inserts a stream whose id is not in the table.
    mutating func insert(_ value: Value, id: UInt32) {
        if 2 * (count + 1) > slots.count { grow() }
        let home = home(of: id)
        if slots[home] == 0 {
            slots[home] = id
            values[home] = value
        } else {
            others.append((id, value))
        }
        count += 1
    }

    mutating func remove(_ id: UInt32) -> Value? {
        guard let position = position(of: id) else { return nil }
        count -= 1
        guard position < slots.count else { return others.remove(at: position - slots.count).value }
        slots[position] = 0
        var removed: Value?
        swap(&removed, &values[position])
        return removed
    }

    private func home(of id: UInt32) -> Int { Int(id >> 1) & (slots.count - 1) }

    private mutating func grow() {
        let old = self
        slots = Array(repeating: 0, count: 2 * old.slots.count)
        values = Array(repeating: nil, count: 2 * old.slots.count)
        others = []
        count = 0
        for id in old.ids {
            if let position = old.position(of: id) { insert(old[position], id: id) }
        }
    }
}

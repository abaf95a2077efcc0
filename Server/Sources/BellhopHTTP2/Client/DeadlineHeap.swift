import NIOCore

/// A binary heap of deadlines. Entries of requests that have ended are removed lazily.
struct DeadlineHeap {
    struct Entry {
        let deadline: NIODeadline
        let tag: UInt64
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }
    var first: Entry? { entries.first }

    mutating func insert(_ entry: Entry) {
        entries.append(entry)
        var index = entries.count - 1
        // Deadlines mostly increase, so that one comparison is enough.
        while index > 0 {
            let parent = (index - 1) / 2
            guard entries[index].deadline < entries[parent].deadline else { return }
            entries.swapAt(index, parent)
            index = parent
        }
    }

    @discardableResult
    mutating func removeFirst() -> Entry? {
        guard let last = entries.popLast() else { return nil }
        guard let first = entries.first else { return last }
        entries[0] = last
        sink(0)
        return first
    }

    /// Removes the entries that `isAlive` rejects.
    mutating func compact(where isAlive: (UInt64) -> Bool) {
        entries = entries.filter { isAlive($0.tag) }
        for index in stride(from: entries.count / 2, through: 0, by: -1) { sink(index) }
    }

    private mutating func sink(_ start: Int) {
        var index = start
        while true {
            var smallest = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < entries.count && entries[child].deadline < entries[smallest].deadline {
                smallest = child
            }
            guard smallest != index else { return }
            entries.swapAt(index, smallest)
            index = smallest
        }
    }
}

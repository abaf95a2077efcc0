import BellhopModel

/// Tool calls and items that are not done, the newest of them, within a bound of memory.
struct ItemMemory {
    struct Key: Hashable {
        /// The session or thread.
        let session: String?
        let id: String
    }

    private static let countLimit = 256
    /// In bytes of the lines that told of them.
    private static let sizeLimit = 16 << 20

    private var known: [Key: (fields: [String: JSONValue], size: Int)] = [:]
    private var order: [Key] = []
    private var size = 0

    func fields(of key: Key) -> [String: JSONValue] { known[key]?.fields ?? [:] }

    /// What is told later of the same item adds to it.
    ///
    /// - Parameter size: of the line that told it, in bytes.
    mutating func note(_ fields: [String: JSONValue], of key: Key, size: Int) {
        guard !["completed", "failed", "cancelled"].contains(fields["status"]?.string) else { return forget(key) }
        let merged = self.fields(of: key).merging(fields.filter { $0.value != .null }) { $1 }
        let former = known[key]?.size ?? 0
        forget(key)
        known[key] = (merged, former + size)
        order.append(key)
        self.size += former + size
        while order.count > Self.countLimit || self.size > Self.sizeLimit, let oldest = order.first { forget(oldest) }
    }

    mutating func forget(_ key: Key) {
        guard let old = known.removeValue(forKey: key) else { return }
        size -= old.size
        order.removeAll { $0 == key }
    }
}

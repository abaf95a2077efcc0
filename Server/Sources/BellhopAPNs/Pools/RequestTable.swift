import NIOCore

/// The id of a request, unique within a pool. The lower half is the request's slot, the upper half the number of its
/// predecessors in the slot, so that a look-up needs no hashing and a late event of a predecessor finds nothing.
struct RequestID: Hashable, Sendable {
    let number: UInt64

    init(number: UInt64) { self.number = number }

    init(slot: Int, generation: UInt32) { number = UInt64(generation) << 32 | UInt64(slot) }

    var slot: Int { Int(truncatingIfNeeded: number & 0xFFFF_FFFF) }
}

/// The requests of a ``PoolStateMachine`` by id.
struct RequestTable {
    private var slots: [(number: UInt64, request: PoolStateMachine.Request?)] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    subscript(id: RequestID) -> PoolStateMachine.Request? {
        get {
            guard id.slot < slots.count, slots[id.slot].number == id.number else { return nil }
            return slots[id.slot].request
        }
        set {
            while slots.count <= id.slot { slots.append((0, nil)) }
            count += (newValue == nil ? 0 : 1) - (self[id] == nil ? 0 : 1)
            slots[id.slot] = (id.number, newValue)
        }
    }

    /// Records that a request was sent.
    mutating func sent(_ id: RequestID, on connection: ConnectionID, at now: NIODeadline) {
        guard id.slot < slots.count, slots[id.slot].number == id.number else { return }
        slots[id.slot].request?.connection = connection
        slots[id.slot].request?.sent = now
    }

    mutating func remove(_ id: RequestID) -> PoolStateMachine.Request? {
        guard let request = self[id] else { return nil }
        slots[id.slot].request = nil
        count -= 1
        return request
    }

    /// The requests that were sent on a connection.
    func ids(on connection: ConnectionID) -> [RequestID] {
        slots.compactMap { $0.request?.connection == connection ? RequestID(number: $0.number) : nil }
    }
}

/// The requests of a ``PoolDriver`` without an outcome, by id.
struct PendingRequests {
    private var slots: [(generation: UInt32, request: PendingRequest?)] = []
    private var free: [Int] = []

    mutating func insert(_ request: PendingRequest) -> RequestID {
        let slot = free.popLast() ?? slots.count
        if slot == slots.count { slots.append((0, nil)) }
        let id = RequestID(slot: slot, generation: slots[slot].generation)
        slots[slot].request = request
        request.id = id
        return id
    }

    subscript(id: RequestID) -> PendingRequest? {
        let entry = slots[id.slot]
        return RequestID(slot: id.slot, generation: entry.generation) == id ? entry.request : nil
    }

    mutating func remove(_ id: RequestID) -> PendingRequest? {
        guard let request = self[id] else { return nil }
        slots[id.slot] = (slots[id.slot].generation &+ 1, nil)
        free.append(id.slot)
        return request
    }

    func ids(of batch: PushBatch) -> [RequestID] {
        slots.compactMap { $0.request?.batch === batch ? $0.request?.id : nil }
    }
}

import Synchronization

/// A queue between tasks: many put, one takes as many as there are. It waits for nothing but the first.
///
/// That is how results are stored in batches without a timer: while one batch is written, the next gathers.
final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        /// Those before `start` have been taken: removing each at once would move all the others every time.
        private var elements: [Element] = []
        private var start = 0
        /// How many of those that wait were put ahead of the others.
        private var ahead = 0
        var taker: CheckedContinuation<Void, Never>?
        var isClosed = false

        var count: Int { elements.count - start }

        mutating func add(_ new: ArraySlice<Element>, isAhead: Bool) {
            guard isAhead else { return elements.append(contentsOf: new) }
            elements.insert(contentsOf: new, at: start + ahead)
            ahead += new.count
        }

        mutating func removeFirst(_ limit: Int) -> [Element] {
            let end = start + min(limit, count)
            ahead = max(0, ahead - (end - start))
            defer {
                start = end
                if start * 2 >= elements.count {
                    elements.removeFirst(start)
                    start = 0
                }
            }
            return Array(elements[start..<end])
        }
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }

    /// Adds `elements`, but no more than make `capacity` in all.
    ///
    /// - Parameter isAhead: before all that were not put ahead themselves.
    /// - Returns: those for which there was no room; all when it is closed.
    @discardableResult
    func put(_ elements: [Element], capacity: Int = .max, isAhead: Bool = false) -> ArraySlice<Element> {
        let (taker, rest) = state.withLock { state in
            guard !state.isClosed else { return (Optional<CheckedContinuation<Void, Never>>.none, elements[...]) }
            let room = max(0, capacity - state.count)
            state.add(elements.prefix(room), isAhead: isAhead)
            return (state.count == 0 ? nil : state.taker.take(), elements.dropFirst(room))
        }
        taker?.resume()
        return rest
    }

    /// Up to `limit` elements, in order. Waits until there is one; empty when it is closed and all are taken.
    ///
    /// It does not heed cancellation: whoever puts closes.
    func take(atMost limit: Int) async -> [Element] {
        while true {
            let (elements, isClosed) = state.withLock { ($0.removeFirst(limit), $0.isClosed) }
            if !elements.isEmpty || isClosed { return elements }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    guard state.count == 0, !state.isClosed else { return true }
                    state.taker = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    /// Takes no more, and gives back what nobody has taken.
    func closeAndEmpty() -> [Element] {
        let (taker, rest) = state.withLock { state in
            state.isClosed = true
            return (state.taker.take(), state.removeFirst(state.count))
        }
        taker?.resume()
        return rest
    }

    /// Takes no more; what is in it can still be taken.
    func close() {
        let taker = state.withLock { state in
            state.isClosed = true
            return state.taker.take()
        }
        taker?.resume()
    }
}

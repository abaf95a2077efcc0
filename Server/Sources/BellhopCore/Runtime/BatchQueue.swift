import Synchronization

/// An async queue with many producers and one consumer, which takes all waiting elements at once.
///
/// The consumer waits only for the first element: while one batch is processed, the next one accumulates, without a
/// timer.
final class BatchQueue<Element: Sendable>: Sendable {
    private struct State {
        /// The elements before `start` have been taken. Removing them one by one would move all others each time.
        private var elements: [Element] = []
        private var start = 0
        /// The number of waiting elements that were added ahead of the others.
        private var ahead = 0
        var consumer: CheckedContinuation<Void, Never>?
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

    /// Adds `elements` up to `capacity` elements in all.
    ///
    /// - Parameter isAhead: adds them before all elements that were not added ahead.
    /// - Returns: the elements without room; all of them when the queue is closed.
    @discardableResult
    func append(_ elements: [Element], capacity: Int = .max, isAhead: Bool = false) -> ArraySlice<Element> {
        let (consumer, rest) = state.withLock { state in
            guard !state.isClosed else { return (Optional<CheckedContinuation<Void, Never>>.none, elements[...]) }
            let room = max(0, capacity - state.count)
            state.add(elements.prefix(room), isAhead: isAhead)
            return (state.count == 0 ? nil : state.consumer.take(), elements.dropFirst(room))
        }
        consumer?.resume()
        return rest
    }

    /// Removes up to `limit` elements, in order. Waits for the first; empty when the queue is closed and drained.
    ///
    /// It ignores task cancellation: a producer must close the queue.
    func take(atMost limit: Int) async -> [Element] {
        while true {
            let (elements, isClosed) = state.withLock { ($0.removeFirst(limit), $0.isClosed) }
            if !elements.isEmpty || isClosed { return elements }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    guard state.count == 0, !state.isClosed else { return true }
                    state.consumer = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    /// Closes the queue, and returns the elements that were not taken.
    func closeAndDrain() -> [Element] {
        let (consumer, rest) = state.withLock { state in
            state.isClosed = true
            return (state.consumer.take(), state.removeFirst(state.count))
        }
        consumer?.resume()
        return rest
    }

    /// Closes the queue; the elements in it can still be taken.
    func close() {
        let consumer = state.withLock { state in
            state.isClosed = true
            return state.consumer.take()
        }
        consumer?.resume()
    }
}

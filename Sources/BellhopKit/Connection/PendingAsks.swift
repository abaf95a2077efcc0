import BellhopModel

/// The asks that wait for an answer, as far as this device knows. Pure.
///
/// News arrive out of order: a list that was asked for before an ask ended arrives after. What has ended stays ended.
struct PendingAsks: Sendable {
    private var asks: [AskID: (ask: Ask, revision: Int)] = [:]
    private var ended: [AskID] = []
    /// Counts what was learned.
    private(set) var revision = 0

    private static let endedLimit = 256

    /// Newest first.
    var list: [Ask] { asks.values.map(\.ask).sorted { $0.id > $1.id } }

    subscript(id: AskID) -> Ask? { asks[id]?.ask }

    func hasEnded(_ id: AskID) -> Bool { ended.contains(id) }

    /// When the next of them is over.
    var nextDeadline: Timestamp? { asks.values.map(\.ask.deadline).min() }

    /// - Returns: whether it is new.
    @discardableResult
    mutating func insert(_ ask: Ask) -> Bool {
        guard ask.state == .pending, !ended.contains(ask.id) else { return false }
        revision += 1
        return asks.updateValue((ask, revision), forKey: ask.id) == nil
    }

    /// - Returns: whether it was waiting.
    @discardableResult
    mutating func end(_ id: AskID) -> Bool {
        if !ended.contains(id) {
            if ended.count == Self.endedLimit { ended.removeFirst() }
            ended.append(id)
        }
        return asks.removeValue(forKey: id) != nil
    }

    /// Takes over the server's list.
    ///
    /// - Parameters:
    ///   - isComplete: whether these are all. Otherwise what is older than the page stays.
    ///   - revision: of the moment when the list was asked for. What was learned since is newer than the list.
    mutating func replace(with list: [Ask], isComplete: Bool, asOf revision: Int) {
        let oldest = list.map(\.id).min()
        asks = asks.filter { id, known in
            known.revision > revision || !isComplete && oldest.map { id < $0 } ?? false
        }
        for ask in list where asks[ask.id] == nil { insert(ask) }
    }

    /// - Returns: those whose deadline has passed, which are pending no more.
    mutating func expire(at now: Timestamp) -> [AskID] {
        let late = asks.values.filter { $0.ask.deadline <= now }.map(\.ask.id)
        for id in late { end(id) }
        return late.sorted()
    }

    mutating func removeAll() { self = PendingAsks() }
}

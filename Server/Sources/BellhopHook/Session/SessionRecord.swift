import BellhopAgents
import BellhopClient
import BellhopModel

/// The agent's task list and the time of the session's last report, kept from one hook to the next.
struct SessionRecord: Codable, Sendable {
    var tasks = TaskList()
    /// The time of the last report of a detail. Details are limited to one per ``detailInterval``.
    var reportedAt: Timestamp?
    /// The run that last reported the session's status, see ``HookEnvironment/runID``.
    var latestRun: String?
    /// The run that began the turn, see ``HookEnvironment/runID``; `nil` between turns.
    var turn: String?

    fileprivate static let file = "tasks.json"
    /// The minimum time between two details of one session.
    static let detailInterval = Duration.seconds(5)
}

extension HookSessionState {
    var record: SessionRecord? { read(SessionRecord.self, SessionRecord.file) }

    /// Changes the record, one hook at a time. An unreadable record is replaced; one that cannot be written is dropped.
    ///
    /// - Returns: `nil`, with nothing changed, when another hook holds it for a second: see ``withLock(_:time:_:)``.
    @discardableResult
    func updateRecord<Value>(
        time: ClientTime = .system, _ change: (inout SessionRecord) -> Value
    ) async -> Value? {
        await withLock("tasks.lock", time: time) {
            var record = record ?? SessionRecord()
            let value = change(&record)
            write(record, SessionRecord.file)
            return value
        }
    }
}

/// A denial that a hook printed although the terminal may have approved the call before. The agent then follows the terminal,
/// and reports nothing until the call ends.
///
/// ``TurnMonitor`` reads the outcome from the transcript: the result of a denied call is the denial's message.
struct UnconfirmedDenial: Codable, Sendable {
    /// The agent's name for the call.
    var toolUseID: String
    var message: String
}

extension HookSessionState {
    private static let denials = "denied-"

    /// - Returns: `true` if a ``TurnMonitor`` runs, which determines whether the agent applied the denial.
    func add(_ denial: UnconfirmedDenial, of ask: AskID) -> Bool {
        guard record?.turn != nil else { return false }
        return write(denial, Self.denials + ask.description)
    }

    var unconfirmedDenials: [(ask: AskID, denial: UnconfirmedDenial)] {
        names.compactMap { name in
            guard name.hasPrefix(Self.denials), let ask = AskID(String(name.dropFirst(Self.denials.count))) else {
                return nil
            }
            return read(UnconfirmedDenial.self, name).map { (ask, $0) }
        }
    }

    func removeDenial(of ask: AskID) { remove(Self.denials + ask.description) }
}

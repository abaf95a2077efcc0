import BellhopModel
import Synchronization

/// An event of a demo.
enum DemoEvent: Hashable, Sendable {
    case hookStarts, askStored
    /// APNs accepted a push for the phone with this name.
    case pushAccepted(String)
    case shown(String)
    case answered(ActionEffect, on: String)
    /// The ask was approved in the app, because the lock screen does not show the whole input.
    case reviewed(on: String)
    case unlockRequested(String)
    /// The hook replied to the agent; an empty reply leaves the decision to the agent's own prompt.
    case agentReplied(isEmpty: Bool)
    case silentPushAccepted(String)
    case cleared(String)

    var text: String {
        switch self {
        case .hookStarts: "the agent's hook starts"
        case .askStored: "the server has stored the ask"
        case .pushAccepted(let phone): "APNs accepts the push for \(phone)"
        case .shown(let phone): "\(phone) shows the notification"
        case .answered(let effect, let phone):
            "the owner presses \(effect == .approve ? "Approve" : "Deny") on \(phone)"
        case .reviewed(let phone): "\(phone) shows only a part: the owner opens the ask, reads all of it and approves"
        case .unlockRequested(let phone): "\(phone) is locked and asks its owner to unlock"
        case .agentReplied(let isEmpty): isEmpty ? "the hook prints nothing" : "the hook replies to the agent"
        case .silentPushAccepted(let phone): "APNs accepts a silent push for \(phone)"
        case .cleared(let phone): "\(phone) removes the notification"
        }
    }

    /// Returns `true` when `other`, if it happens, happens before this event.
    fileprivate func isCaused(by other: DemoEvent) -> Bool {
        switch (other, self) {
        case (.hookStarts, .askStored), (.askStored, .pushAccepted), (.answered, .unlockRequested),
            (.answered, .agentReplied), (.reviewed, .agentReplied):
            true
        case (.pushAccepted(let one), .shown(let other)), (.shown(let one), .answered(_, let other)),
            (.shown(let one), .reviewed(let other)),
            (.silentPushAccepted(let one), .cleared(let other)):
            one == other
        default: false
        }
    }

    /// The order of events at the same time, causes first.
    fileprivate var rank: Int {
        switch self {
        case .hookStarts: 0
        case .askStored: 1
        case .pushAccepted: 2
        case .shown: 3
        case .answered, .reviewed: 4
        case .unlockRequested: 5
        case .agentReplied: 6
        case .silentPushAccepted: 7
        case .cleared: 8
        }
    }
}

/// The events of a demo with the time since its start.
final class DemoTimeline: Sendable {
    struct Step: Codable, Sendable, Equatable {
        var step: String
        /// The time since the start of the hook, in milliseconds.
        var ms: Double
    }

    struct Observation: Hashable, Sendable {
        var event: DemoEvent
        /// The time of the observation, in milliseconds; it may be later than that of an effect.
        var ms: Double
    }

    private let start = ContinuousClock.now
    private let observed = Mutex<[Observation]>([])

    /// Records `event` with the current time.
    func record(_ event: DemoEvent) {
        let elapsed = (ContinuousClock.now - start) / .microseconds(1)
        observed.withLock { $0.append(Observation(event: event, ms: (elapsed / 100).rounded() / 10)) }
    }

    var steps: [Step] { Self.ordered(observed.withLock { $0 }).map { Step(step: $0.event.text, ms: $0.ms) } }

    /// Orders observations by time, causes before effects. Events are observed independently, so that an effect may be
    /// observed first; then the cause gets the effect's time.
    static func ordered(_ observations: [Observation]) -> [Observation] {
        var ordered = observations.sorted { ($0.ms, $0.event.rank) < ($1.ms, $1.event.rank) }
        // From the last effects to the first causes, so that causes of causes move too.
        for effect in ordered.sorted(by: { $0.event.rank > $1.event.rank }).map(\.event) {
            guard let time = ordered.first(where: { $0.event == effect })?.ms else { continue }
            for cause in Set(ordered.map(\.event)) where effect.isCaused(by: cause) {
                guard let index = ordered.firstIndex(where: { $0.event == cause }) else { continue }
                ordered[index].ms = min(ordered[index].ms, time)
            }
        }
        return ordered.sorted { ($0.ms, $0.event.rank) < ($1.ms, $1.event.rank) }
    }
}

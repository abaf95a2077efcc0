import BellhopModel
import Synchronization

/// Something that happens in a demo.
enum DemoEvent: Hashable, Sendable {
    case hookStarts, askStored
    /// APNs accepts a push for the phone of that name.
    case pushAccepted(String)
    case shown(String)
    case answered(ActionEffect, on: String)
    /// The lock screen does not show all of the input: the ask is approved in the app.
    case reviewed(on: String)
    case unlockRequested(String)
    /// The agent reads the hook's reply, which is empty where its own prompt decides.
    case agentReplied(isEmpty: Bool)
    case silentPushAccepted(String)
    case cleared(String)

    var words: String {
        switch self {
        case .hookStarts: "the agent's hook starts"
        case .askStored: "the server has stored the ask"
        case .pushAccepted(let phone): "APNs takes the push for \(phone)"
        case .shown(let phone): "\(phone) shows it"
        case .answered(let effect, let phone):
            "somebody presses \(effect == .approve ? "Approve" : "Deny") on \(phone)"
        case .reviewed(let phone): "\(phone) does not show all of it: somebody opens it, reads to the end and approves"
        case .unlockRequested(let phone): "\(phone) is locked and asks for its owner"
        case .agentReplied(let isEmpty): isEmpty ? "the hook prints nothing" : "the agent is told"
        case .silentPushAccepted(let phone): "APNs takes a silent push for \(phone)"
        case .cleared(let phone): "\(phone) has taken it off the screen"
        }
    }

    /// Whether `other`, if it happens at all, happens before this.
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

    /// In the order of causes: of two at one time, the lower comes first.
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

/// The events of a demo, each with the time since its start.
final class DemoTimeline: Sendable {
    struct Step: Codable, Sendable, Equatable {
        var step: String
        /// Since the hook was started, in milliseconds.
        var ms: Double
    }

    struct Observation: Hashable, Sendable {
        var event: DemoEvent
        /// When it was seen, which may be after its effect was.
        var ms: Double
    }

    private let start = ContinuousClock.now
    private let observed = Mutex<[Observation]>([])

    /// Notes that `event` is seen now.
    func note(_ event: DemoEvent) {
        let elapsed = (ContinuousClock.now - start) / .microseconds(1)
        observed.withLock { $0.append(Observation(event: event, ms: (elapsed / 100).rounded() / 10)) }
    }

    var steps: [Step] { Self.ordered(observed.withLock { $0 }).map { Step(step: $0.event.words, ms: $0.ms) } }

    /// By time, and causes before their effects: each is watched on its own, so that an effect may be seen first. Its cause
    /// has then happened by that time.
    static func ordered(_ observations: [Observation]) -> [Observation] {
        var ordered = observations.sorted { ($0.ms, $0.event.rank) < ($1.ms, $1.event.rank) }
        // From the last effects to the first causes, so that what causes a cause moves with it.
        for effect in ordered.sorted(by: { $0.event.rank > $1.event.rank }).map(\.event) {
            guard let time = ordered.first(where: { $0.event == effect })?.ms else { continue }
            for cause in Set(ordered.map(\.event)) where effect.isCaused(by: cause) {
                guard let place = ordered.firstIndex(where: { $0.event == cause }) else { continue }
                ordered[place].ms = min(ordered[place].ms, time)
            }
        }
        return ordered.sorted { ($0.ms, $0.event.rank) < ($1.ms, $1.event.rank) }
    }
}

import BellhopKit
public import BellhopModel
public import Observation

/// An item that a notification led to: what it says, and what can be done about it.
@Observable @MainActor
public final class ItemModel {
    public let id: TopicID
    public private(set) var phase: LoadingPhase<Item> = .loading
    /// Why the last that was tapped was not done.
    public private(set) var problem: String?
    /// When the item comes again, once that was chosen.
    public private(set) var snoozed: SnoozeTime?
    private let app: AppModel

    public init(_ id: TopicID, in app: AppModel) {
        self.id = id
        self.app = app
    }

    public func load() async { phase = LoadingPhase(await app.bellhop.item(id)) }

    public func complete() async {
        let verdict = await app.bellhop.complete(id)
        problem = verdict.problem
        if verdict == .done { await load() }
    }

    public func snooze(_ time: SnoozeTime) async {
        let verdict = await app.bellhop.snooze(id, time)
        problem = verdict.problem
        if verdict == .done { snoozed = time }
    }

    /// The times to choose from.
    public var times: [SnoozeTime] { SnoozeTime.offered(at: app.clock.now) }
}

import BellhopKit
import BellhopModel
import Observation

/// An item with its actions: complete and snooze.
@Observable @MainActor
final class ItemModel {
    let id: TopicID
    private(set) var phase: LoadingPhase<Item> = .loading
    /// The reason why the last action failed.
    private(set) var problem: String?
    /// The chosen time of the next reminder.
    private(set) var snoozed: SnoozeTime?
    private let app: AppModel

    init(_ id: TopicID, in app: AppModel) {
        self.id = id
        self.app = app
    }

    func load() async { phase = LoadingPhase(await app.bellhop.item(id)) }

    func complete() async {
        let result = await app.bellhop.complete(id)
        problem = result.problem
        if result == .done { await load() }
    }

    func snooze(_ time: SnoozeTime) async {
        let result = await app.bellhop.snooze(id, time)
        problem = result.problem
        if result == .done { snoozed = time }
    }

    /// The snooze times to choose from.
    var times: [SnoozeTime] { SnoozeTime.offered(at: app.clock.now) }
}

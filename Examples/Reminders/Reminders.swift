import BellhopKit
import BellhopModel

/// The reminders of an app and their actions.
actor Reminders: ContentActionHandler {
    static let shared = Reminders()

    private(set) var done: Set<String> = []

    // snippet.remind
    func remind(of item: String, _ title: String, at moment: Timestamp, with bellhop: Bellhop) async throws {
        var payload = PushPayload(type: .reminder)
        payload.aps.alert = PushAlert(title: title)
        payload.aps.category = .reminder
        try await bellhop.schedule(payload, for: item, .at(moment))
    }
    // snippet.end

    // snippet.perform
    func perform(_ action: ContentAction) async throws {
        guard case .complete = action.kind, let item = action.notification.payload.itemID else { return }
        done.insert(item)
    }
    // snippet.end
}

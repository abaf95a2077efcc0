#if DEBUG
import BellhopKit
import BellhopModel

/// A payload of App/Payloads inside the app, to try without a server and without a Mac.
struct SamplePayload: Identifiable, Hashable {
    /// The file's name without its extension.
    let name: String
    let text: String

    var id: String { name }

    /// - Throws: `DecodingError` when the text is no JSON.
    func payload() throws -> PushPayload {
        PushPayload(json: try CanonicalJSON.decode(JSONValue.self, from: text.utf8).object ?? [:])
    }
}

/// Simulates the push of a sample, as far as an app can: the service extension runs for real pushes only.
struct SampleSender {
    let center: any NotificationCenterPort
    let bellhop: Bellhop
    let activities: any ActivityPort

    /// The time to lock the device before the notification is shown.
    static let pause: Duration = .seconds(5)

    func send(_ sample: SamplePayload) async throws {
        let payload = try sample.payload()
        if let push = payload.aps.liveActivity {
            try await show(push)
        } else if payload.aps.alert == nil {
            _ = await bellhop.pushArrived(payload)
        } else {
            let notification = LocalNotification(id: "sample \(sample.name)", payload: payload)
            try await center.schedule(notification, .after(Self.pause, repeats: false))
        }
    }

    private func show(_ push: LiveActivityPush) async throws {
        let state = try push.contentState.map {
            try CanonicalJSON.decode(LiveActivityState.self, from: try CanonicalJSON.encode($0))
        }
        guard let state else { return }
        let session: SessionID = "sample"
        let content = ActivityContentValue(state)
        let live = await activities.all().filter { $0.attributes.sessionID == session }
        switch push.event {
        case .start:
            _ = try await activities.start(SessionAttributes(sessionID: session, title: "Sample"), content)
        case .update: for activity in live { await activities.update(activity.id, content) }
        case .end: for activity in live { await activities.end(activity.id, content, .byDefault) }
        case nil: break
        }
    }
}
#endif

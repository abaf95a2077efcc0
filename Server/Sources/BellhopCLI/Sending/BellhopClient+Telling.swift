import BellhopClient
import BellhopModel

extension BellhopClient {
    /// Sends it, and reads who is told.
    ///
    /// - Throws: only when it was not sent.
    func tell(_ request: NotificationRequest, time: ClientTime = .system) async throws -> SentNotification {
        let notification = try await call(API.sendNotification, body: request)
        guard let timeline = await begunTimeline(of: notification.id, time) else {
            return SentNotification(notification)
        }
        return SentNotification(timeline)
    }

    /// Who is told of `ask`; `nil` when that cannot be read.
    func sent(_ ask: Ask, time: ClientTime = .system) async -> SentNotification? {
        // Others may have been told something since.
        guard let latest = try? await call(API.notificationHistory, query: ["limit": 20]).items,
            let notification = latest.first(where: { $0.askID == ask.id }),
            let timeline = await begunTimeline(of: notification.id, time)
        else { return nil }
        return SentNotification(timeline)
    }

    /// The timeline as soon as each push is with a gateway or given up, or after a second: what cannot be pushed at all is
    /// found out when the server takes it in hand, after it has said that it is stored.
    private func begunTimeline(of id: NotificationID, _ time: ClientTime) async -> NotificationTimeline? {
        let deadline = time.now() + .seconds(1)
        var pause = Duration.milliseconds(10)
        while true {
            guard let timeline = try? await call(API.getNotification, id) else { return nil }
            guard timeline.isBeginning, time.now() + pause <= deadline, (try? await time.sleep(pause)) != nil else {
                return timeline
            }
            pause *= 2
        }
    }
}

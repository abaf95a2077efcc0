import BellhopModel

extension Bellhop {
    /// What came of actions that the app's ``ContentActionHandler`` carries out; kept and given like ``routes``, over
    /// restarts too: what failed while nobody looked is given at the next launch.
    public nonisolated var actionResults: AsyncStream<ContentActionReport> { contentActions.results }

    func perform(_ kind: ContentAction.Kind, on notification: DeliveredNotification, as id: String) async {
        let now = ports.clock.now
        let action = ContentAction(id: id, kind, on: notification, expiresAt: now + ContentAction.lifetime)
        hand(action)
        await contentActions.accept(action, at: now)
        await announceActions()
    }

    /// While the app is not open the person is told by a notification what they would otherwise not see.
    func announceActions() async {
        for report in contentActions.courier.fresh.takeAll() {
            guard !isForeground, let notice = ActionNotice(ContentActionReport(report)) else { continue }
            // Not to be shown is not to be lost: the result waits in `actionResults`.
            try? await ports.center.deliver(notice.notification)
        }
    }
}

import BellhopModel

extension Clearing {
    /// Makes a summary on the screen say what it stands for now, or takes it away when that is nothing.
    ///
    /// One that is not there stays away: the person has seen it, and wiped it off.
    func recount(_ summary: SummaryNotice, as push: PushPayload) async {
        let shown = await center.delivered().filter { $0.payload.summaryID == summary.id }
        guard summary.count > 0 else { return await remove(shown.map(\.id)) }
        for notification in shown where notification.payload.summaryCount != summary.count {
            var payload = notification.payload
            payload.summaryCount = summary.count
            var alert = payload.aps.alert ?? PushAlert()
            alert.title = Strings.current.summary(summary, from: payload.projectName)
            alert.body = push.summary ?? alert.body
            payload.aps.alert = alert
            payload.aps.sound = nil
            payload.aps.badge = nil
            payload.aps.interruptionLevel = .passive
            // Under the same id the system replaces what is shown. When it refuses, the old number stands a little
            // longer.
            try? await center.deliver(LocalNotification(id: notification.id, payload: payload))
        }
    }
}

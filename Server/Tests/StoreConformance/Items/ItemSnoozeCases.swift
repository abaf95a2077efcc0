import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let itemSnoozeCases: [ConformanceCase] = [
        ConformanceCase("An item that was snoozed comes back at that moment, whatever its user has set") {
            scene async throws in
            try await scene.put("a")
            let phone = try await scene.device()
            var preferences = NotificationPreferences(
                types: [.reminders: false], mutes: [Mute(.topic("a"))],
                frequencyCap: FrequencyCap(limit: 1, seconds: 3600))
            let (start, end) = (try #require(TimeOfDay("08:00")), try #require(TimeOfDay("10:00")))
            preferences.quietHours = QuietHours(start: start, end: end)
            try await scene.store.put(preferences, of: "ada")
            let snoozed = scene.reminder(of: "a", at: 60)
            _ = try await scene.store.snoozeItem("a", until: snoozed, by: phone.id, at: scene.at(1))
            let back = try await scene.fire(snoozed)
            #expect(try await scene.claim(at: 60).map(\.notification.id) == [back.id])
            #expect(try await scene.steps(of: back) == [.accepted])
            // What somebody planned for them is another matter.
            let planned = try await scene.remind(of: "a", at: 90)
            let kept = try await scene.fire(planned)
            #expect(try await scene.claim(at: 90).filter { $0.notification.id == kept.id }.isEmpty)
            #expect(try await scene.steps(of: kept) == [.accepted, .cancelled])
        }
    ]
}

extension Scene {
    /// Sends a reminder when it is due.
    fileprivate func fire(_ schedule: Schedule) async throws -> UserNotification {
        let due = try #require(schedule.next)
        let notification = UserNotification(
            id: .make(at: due), userID: "ada", category: .reminder, title: "T", body: "B",
            options: schedule.notification.options, createdAt: due, expiresAt: due + .seconds(3600))
        var fired = schedule
        (fired.state, fired.next, fired.revision, fired.updatedAt) = (.done, nil, schedule.revision + 1, due)
        let isFired = try await store.fire(fired, .notification(Submission(notification: notification)))
        #expect(isFired)
        return notification
    }
}

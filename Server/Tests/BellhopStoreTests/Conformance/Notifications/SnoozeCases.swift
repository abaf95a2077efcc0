import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let snoozeCases: [ConformanceCase] = [
        ConformanceCase("A snoozed notification is cleared on other devices, silent, and shown on all again") {
            fixture async throws in
            let phone = try await fixture.device()
            let tablet = try await fixture.device(at: 1)
            let notification = try await fixture.tell(at: 2)
            try await fixture.sendAll(at: 2)
            #expect(try await fixture.snooze(notification, until: 900, by: phone, at: 10))
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(899)) == 0)
            let cleared = try await fixture.claim(at: 10)
            #expect(cleared.map(\.purpose) == [.clear])
            #expect(cleared.map(\.device.id) == [tablet.id])
            try await fixture.record(cleared[0], .sent(gatewayID: nil), at: 10)
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(900))
            #expect(try await fixture.claim(at: 899).isEmpty)
            let shown = try await fixture.claim(at: 900)
            #expect(shown.map(\.purpose) == [.show, .show])
            #expect(Set(shown.map(\.device.id)) == [phone.id, tablet.id])
            #expect(shown.map(\.badge) == [1, 1])
            #expect(shown.first?.notification.snoozedUntil == fixture.at(900))
            let line = TimelineEntry(
                at: fixture.at(10), step: .snoozed, deviceID: phone.id, detail: "until \(fixture.at(900))")
            #expect(try await fixture.store.timeline(of: notification.id).contains(line))
        },
        ConformanceCase("Snoozed twice it is shown once, at the later moment") { fixture async throws in
            let phone = try await fixture.device()
            let notification = try await fixture.tell()
            try await fixture.sendAll()
            #expect(try await fixture.snooze(notification, until: 100, by: phone, at: 10))
            #expect(try await fixture.snooze(notification, until: 200, by: phone, at: 20))
            #expect(try await fixture.claim(at: 199).isEmpty)
            #expect(try await fixture.claim(at: 200).count == 1)
        },
        ConformanceCase("Read during its snooze it is not shown again; a read notification can be snoozed") {
            fixture async throws in
            let phone = try await fixture.device()
            let notification = try await fixture.tell()
            try await fixture.sendAll()
            #expect(try await fixture.snooze(notification, until: 100, by: phone, at: 10))
            #expect(try await fixture.store.markRead(notification.id, by: phone.id, at: fixture.at(50)))
            #expect(try await fixture.claim(at: 100).isEmpty)
            #expect(try await fixture.snooze(notification, until: 200, by: phone, at: 110))
            #expect(try await fixture.store.notification(notification.id)?.readAt == nil)
            #expect(try await fixture.claim(at: 200).map(\.purpose) == [.show])
        },
        ConformanceCase("A snoozed notification is valid at least until the given moment") { fixture async throws in
            let phone = try await fixture.device()
            let notification = try await fixture.tell(lasting: 60)
            let long = try await fixture.tell(lasting: 9000)
            try await fixture.sendAll()
            for told in [notification, long] {
                #expect(try await fixture.snooze(told, until: 100, expiring: 400, by: phone, at: 70))
            }
            #expect(try await fixture.store.notification(notification.id)?.expiresAt == fixture.at(400))
            #expect(try await fixture.store.notification(long.id)?.expiresAt == fixture.at(9000))
            #expect(try await fixture.claim(at: 100).count == 2)
        },
        ConformanceCase("The notification of an ask is snoozed within its deadline, and only while it is open") {
            fixture async throws in
            let phone = try await fixture.device()
            let (ask, notification) = try await fixture.ask(patience: 600)
            try await fixture.sendAll()
            #expect(try await !fixture.snooze(notification, until: 600, by: phone, at: 10))
            #expect(try await fixture.snooze(notification, until: 300, expiring: 9000, by: phone, at: 10))
            #expect(try await fixture.store.notification(notification.id)?.expiresAt == fixture.at(600))
            _ = try await fixture.transition(ask, fixture.answer(.approve, to: ask, by: phone), at: 50)
            #expect(try await fixture.claim(at: 300).isEmpty)
            #expect(try await !fixture.snooze(notification, until: 400, by: phone, at: 310))
            #expect(try await fixture.store.notification(notification.id)?.readAt == fixture.at(50))
        },
        ConformanceCase("Snoozed while under way, it is cleared after it was sent, and shown again") {
            fixture async throws in
            let phone = try await fixture.device()
            let notification = try await fixture.tell()
            let claimed = try #require(try await fixture.claim().first)
            #expect(try await fixture.snooze(notification, until: 100, by: phone, at: 1))
            let isCleared = try await fixture.record(claimed, .sent(gatewayID: nil), at: 2)
            #expect(isCleared)
            #expect(try await fixture.claim(at: 2).map(\.purpose) == [.clear])
            #expect(try await fixture.claim(at: 100).map(\.purpose).contains(.show))
        },
        ConformanceCase("An unknown notification cannot be snoozed") { fixture async throws in
            let phone = try await fixture.device()
            let nothing = try await fixture.snoozing(fixture.notification(), until: 100, by: phone, at: 1)
            #expect(nothing == .missing)
        },
        ConformanceCase("A cancelled notification, or one about a complete item, cannot be snoozed") {
            fixture async throws in
            let phone = try await fixture.device()
            let wrong = try await fixture.tell()
            try await fixture.put("a")
            let about = try await fixture.tell(of: "a", at: 1)
            try await fixture.sendAll(at: 1)
            _ = try await fixture.store.cancelNotification(wrong.id, at: fixture.at(2))
            _ = try await fixture.store.completeItem("a", by: "ada", on: nil, at: fixture.at(2), limit: 9)
            try await fixture.sendAll(at: 2)
            #expect(try await fixture.snoozing(wrong, until: 100, by: phone, at: 3) == .cancelled)
            #expect(try await fixture.snoozing(about, until: 100, by: phone, at: 3) == .itemCompleted("a"))
            #expect(try await fixture.store.notification(wrong.id)?.readAt == fixture.at(2))
            #expect(try await fixture.store.nextDeliveryDue() == nil)
            _ = try await fixture.store.update("a", ItemUpdate(isCompleted: false), at: fixture.at(4))
            #expect(try await fixture.snooze(about, until: 100, by: phone, at: 5))
        },
    ]
}

extension StoreFixture {
    func snooze(
        _ notification: UserNotification, until moment: Int64, expiring end: Int64 = 0, by device: Device,
        at seconds: Int64
    ) async throws -> Bool {
        try await snoozing(notification, until: moment, expiring: end, by: device, at: seconds) == .done
    }

    fileprivate func snoozing(
        _ notification: UserNotification, until moment: Int64, expiring end: Int64 = 0, by device: Device,
        at seconds: Int64
    ) async throws -> SnoozeResult {
        try await store.snooze(
            notification.id, until: at(moment), expiresAt: at(end), by: device.id, at: at(seconds))
    }
}

extension ConformanceCase {
    static let cancellationCases: [ConformanceCase] = [
        ConformanceCase("A cancelled notification is not sent any more, and cleared where it was sent") {
            fixture async throws in
            let phone = try await fixture.device()
            let notification = try await fixture.tell()
            try await fixture.sendAll()
            let unsent = try await fixture.tell(at: 1)
            let nothing = Cancellation(stopped: 0, clearing: 0)
            let cleared = try await fixture.store.cancelNotification(notification.id, at: fixture.at(2))
            #expect(cleared == Cancellation(stopped: 0, clearing: 1))
            let stopped = try await fixture.store.cancelNotification(unsent.id, at: fixture.at(2))
            #expect(stopped == Cancellation(stopped: 1, clearing: 0))
            #expect(try await fixture.store.cancelNotification(unsent.id, at: fixture.at(3)) == nothing)
            #expect(try await fixture.store.cancelNotification(.make(at: fixture.at(0)), at: fixture.at(3)) == nil)
            let claimed = try await fixture.claim(at: 3)
            #expect(claimed.map(\.purpose) == [.clear])
            #expect(claimed.map(\.device.id) == [phone.id])
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(3)) == 0)
            let reason = "its sender cancelled it"
            #expect(
                try await fixture.store.timeline(of: unsent.id).dropFirst() == [
                    TimelineEntry(at: fixture.at(2), step: .cancelled, detail: reason),
                    TimelineEntry(at: fixture.at(2), step: .cancelled, deviceID: phone.id, detail: reason),
                ])
        },
        ConformanceCase("Cancelled while under way, it is cleared after it was sent") { fixture async throws in
            try await fixture.device()
            let notification = try await fixture.tell()
            let claimed = try #require(try await fixture.claim().first)
            let result = try await fixture.store.cancelNotification(notification.id, at: fixture.at(1))
            #expect(result == Cancellation(stopped: 0, clearing: 0))
            let isCleared = try await fixture.record(claimed, .sent(gatewayID: nil), at: 2)
            #expect(isCleared)
            #expect(try await fixture.claim(at: 2).map(\.purpose) == [.clear])
        },
    ]
}

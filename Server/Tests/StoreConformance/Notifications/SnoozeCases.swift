import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let snoozeCases: [ConformanceCase] = [
        ConformanceCase("What is snoozed leaves the other devices, is quiet, and is shown to all of them again") {
            scene async throws in
            let phone = try await scene.device()
            let tablet = try await scene.device(at: 1)
            let notification = try await scene.tell(at: 2)
            try await scene.sendAll(at: 2)
            #expect(try await scene.snooze(notification, until: 900, by: phone, at: 10))
            #expect(try await scene.store.badge(of: "ada", at: scene.at(899)) == 0)
            let cleared = try await scene.claim(at: 10)
            #expect(cleared.map(\.purpose) == [.clear])
            #expect(cleared.map(\.device.id) == [tablet.id])
            try await scene.record(cleared[0], .sent(gatewayID: nil), at: 10)
            #expect(try await scene.store.nextDeliveryDue() == scene.at(900))
            #expect(try await scene.claim(at: 899).isEmpty)
            let shown = try await scene.claim(at: 900)
            #expect(shown.map(\.purpose) == [.show, .show])
            #expect(Set(shown.map(\.device.id)) == [phone.id, tablet.id])
            #expect(shown.map(\.badge) == [1, 1])
            #expect(shown.first?.notification.snoozedUntil == scene.at(900))
            let line = TimelineEntry(
                at: scene.at(10), step: .snoozed, deviceID: phone.id, detail: "until \(scene.at(900))")
            #expect(try await scene.store.timeline(of: notification.id).contains(line))
        },
        ConformanceCase("Snoozed again it comes once, at the later moment") { scene async throws in
            let phone = try await scene.device()
            let notification = try await scene.tell()
            try await scene.sendAll()
            #expect(try await scene.snooze(notification, until: 100, by: phone, at: 10))
            #expect(try await scene.snooze(notification, until: 200, by: phone, at: 20))
            #expect(try await scene.claim(at: 199).isEmpty)
            #expect(try await scene.claim(at: 200).count == 1)
        },
        ConformanceCase("Read before its time comes again, it does not come; what was read can be snoozed") {
            scene async throws in
            let phone = try await scene.device()
            let notification = try await scene.tell()
            try await scene.sendAll()
            #expect(try await scene.snooze(notification, until: 100, by: phone, at: 10))
            #expect(try await scene.store.markRead(notification.id, by: phone.id, at: scene.at(50)))
            #expect(try await scene.claim(at: 100).isEmpty)
            #expect(try await scene.snooze(notification, until: 200, by: phone, at: 110))
            #expect(try await scene.store.notification(notification.id)?.readAt == nil)
            #expect(try await scene.claim(at: 200).map(\.purpose) == [.show])
        },
        ConformanceCase("It lives at least until the moment that is given") { scene async throws in
            let phone = try await scene.device()
            let notification = try await scene.tell(lasting: 60)
            let long = try await scene.tell(lasting: 9000)
            try await scene.sendAll()
            for told in [notification, long] {
                #expect(try await scene.snooze(told, until: 100, expiring: 400, by: phone, at: 70))
            }
            #expect(try await scene.store.notification(notification.id)?.expiresAt == scene.at(400))
            #expect(try await scene.store.notification(long.id)?.expiresAt == scene.at(9000))
            #expect(try await scene.claim(at: 100).count == 2)
        },
        ConformanceCase("The notification of an ask is snoozed within its deadline, and only while it is open") {
            scene async throws in
            let phone = try await scene.device()
            let (ask, notification) = try await scene.ask(patience: 600)
            try await scene.sendAll()
            #expect(try await !scene.snooze(notification, until: 600, by: phone, at: 10))
            #expect(try await scene.snooze(notification, until: 300, expiring: 9000, by: phone, at: 10))
            #expect(try await scene.store.notification(notification.id)?.expiresAt == scene.at(600))
            _ = try await scene.transition(ask, scene.answer(.approve, to: ask, by: phone), at: 50)
            #expect(try await scene.claim(at: 300).isEmpty)
            #expect(try await !scene.snooze(notification, until: 400, by: phone, at: 310))
            #expect(try await scene.store.notification(notification.id)?.readAt == scene.at(50))
        },
        ConformanceCase("What is on its way when it is snoozed is cleared once it is there, and comes again") {
            scene async throws in
            let phone = try await scene.device()
            let notification = try await scene.tell()
            let claimed = try #require(try await scene.claim().first)
            #expect(try await scene.snooze(notification, until: 100, by: phone, at: 1))
            let isCleared = try await scene.record(claimed, .sent(gatewayID: nil), at: 2)
            #expect(isCleared)
            #expect(try await scene.claim(at: 2).map(\.purpose) == [.clear])
            #expect(try await scene.claim(at: 100).map(\.purpose).contains(.show))
        },
        ConformanceCase("A notification that is not there cannot be snoozed") { scene async throws in
            let phone = try await scene.device()
            let nothing = try await scene.snoozing(scene.notification(), until: 100, by: phone, at: 1)
            #expect(nothing == .missing)
        },
        ConformanceCase("What was taken back, or is about an item that is complete, is not snoozed") {
            scene async throws in
            let phone = try await scene.device()
            let wrong = try await scene.tell()
            try await scene.put("a")
            let about = try await scene.tell(of: "a", at: 1)
            try await scene.sendAll(at: 1)
            _ = try await scene.store.takeBack(wrong.id, at: scene.at(2))
            _ = try await scene.store.completeItem("a", by: "ada", on: nil, at: scene.at(2))
            try await scene.sendAll(at: 2)
            #expect(try await scene.snoozing(wrong, until: 100, by: phone, at: 3) == .takenBack)
            #expect(try await scene.snoozing(about, until: 100, by: phone, at: 3) == .itemCompleted("a"))
            #expect(try await scene.store.notification(wrong.id)?.readAt == scene.at(2))
            #expect(try await scene.store.nextDeliveryDue() == nil)
            _ = try await scene.store.update("a", ItemUpdate(isCompleted: false), at: scene.at(4))
            #expect(try await scene.snooze(about, until: 100, by: phone, at: 5))
        },
    ]
}

extension Scene {
    func snooze(
        _ notification: UserNotification, until moment: Int64, expiring end: Int64 = 0, by device: Device,
        at seconds: Int64
    ) async throws -> Bool {
        try await snoozing(notification, until: moment, expiring: end, by: device, at: seconds) == .done
    }

    fileprivate func snoozing(
        _ notification: UserNotification, until moment: Int64, expiring end: Int64 = 0, by device: Device,
        at seconds: Int64
    ) async throws -> Snoozing {
        try await store.snooze(
            notification.id, until: at(moment), expiresAt: at(end), by: device.id, at: at(seconds))
    }
}

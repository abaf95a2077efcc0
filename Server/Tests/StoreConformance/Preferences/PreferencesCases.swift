import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let preferencesCases: [ConformanceCase] = [
        ConformanceCase("Who never said what they want to hear wants to hear everything") { scene async throws in
            #expect(try await scene.store.preferences(of: "ada") == .default)
        },
        ConformanceCase("Preferences come back as they were put, what this version does not know included") { scene in
            let text =
                #"{"categories":{"MINE":false},"preferences":{"digest":"weekly","messages":false,"polls":false}}"#
            let preferences = try CanonicalJSON.decode(NotificationPreferences.self, from: text.utf8)
            try await scene.store.put(preferences, of: "ada")
            let kept = try await scene.store.preferences(of: "ada")
            #expect(try CanonicalJSON.text(kept) == CanonicalJSON.text(preferences))
            #expect(kept.others == ["digest": "weekly"])
            #expect(try await scene.store.preferences(of: "bob") == .default)
        },
        ConformanceCase("Preferences are replaced as a whole") { scene async throws in
            try await scene.store.put(
                NotificationPreferences(types: [.messages: false], categories: [.taskComplete: false]), of: "ada")
            try await scene.store.put(NotificationPreferences(types: [.reminders: false]), of: "ada")
            let kept = try await scene.store.preferences(of: "ada")
            #expect(kept.types[.messages] != false)
            #expect(kept.types[.reminders] == false)
            #expect(kept.categories.isEmpty)
        },
        ConformanceCase("What the user's preferences refuse is stored, and goes to no device") { scene in
            try await scene.device()
            try await scene.device(of: "bob")
            try await scene.store.put(NotificationPreferences(categories: [.sessionStatus: false]), of: "ada")
            let record = scene.idempotencyRecord()
            let refused = scene.notification(at: 10)
            let result = try await scene.store.accept(Submission(notification: refused, idempotency: record))
            #expect(result == .stored(deliveries: 0))
            #expect(try await scene.store.notifications(of: "ada", before: nil, limit: 9) == [refused])
            #expect(try await scene.store.idempotencyRecord(scope: record.scope, key: record.key) == record)
            #expect(try await scene.store.badge(of: "ada", at: scene.at(10)) == 1)
            #expect(try await scene.store.nextDeliveryDue() == nil)
            let why = "the user turned off the category SESSION_STATUS"
            #expect(
                try await scene.store.timeline(of: refused.id) == [
                    TimelineEntry(at: scene.at(10), step: .accepted),
                    TimelineEntry(at: scene.at(10), step: .cancelled, detail: why),
                ])
            let other = Submission(notification: scene.notification(for: "bob", at: 10))
            #expect(try await scene.store.accept(other) == .stored(deliveries: 1))
        },
        ConformanceCase("What is turned off is off from then on, and on again when it is turned on") { scene in
            try await scene.device()
            try await scene.tell()
            try await scene.store.put(NotificationPreferences(categories: [.sessionStatus: false]), of: "ada")
            #expect(try await scene.sendAll().count == 1)
            try await scene.tell(at: 5)
            #expect(try await scene.claim(at: 5).isEmpty)
            try await scene.store.put(.default, of: "ada")
            try await scene.tell(at: 6)
            #expect(try await scene.claim(at: 6).count == 1)
        },
        ConformanceCase("A type that is off refuses what is told under it, not what is asked") { scene in
            try await scene.device()
            try await scene.store.put(NotificationPreferences(types: [.reminders: false]), of: "ada")
            let told = scene.notification(under: .reminder)
            #expect(try await scene.store.accept(Submission(notification: told)) == .stored(deliveries: 0))
            let why = "the user turned off the type reminders"
            #expect(try await scene.store.timeline(of: told.id).last?.detail == why)
            let ask = scene.approval(at: 5)
            let asked = scene.notification(at: 5, about: ask.id, under: .reminder)
            let result = try await scene.store.accept(Submission(notification: asked, ask: ask))
            #expect(result == .stored(deliveries: 1))
        },
        ConformanceCase("An ask of a category that is off waits without a push, and clears nothing when it ends") {
            scene in
            let phone = try await scene.device()
            try await scene.device(at: 1)
            try await scene.store.put(NotificationPreferences(categories: [.sessionStatus: false]), of: "ada")
            let (ask, notification) = try await scene.ask(at: 5)
            #expect(try await scene.store.nextDeliveryDue() == nil)
            #expect(try await scene.store.asks(of: "ada", state: .pending, limit: 9) == [ask])
            let ended = try await scene.transition(ask, scene.answer(.approve, to: ask, by: phone), at: 9)
            #expect(ended.ask.state == .approved)
            #expect(ended.clearing == 0)
            #expect(try await scene.steps(of: notification) == [.accepted, .cancelled, .resolved])
        },
        ConformanceCase("In quiet hours what is told waits for their end on the clock of the newest device") { scene in
            try await scene.device()
            try await scene.quiet("08:00", "10:00")
            let told = scene.notification(lasting: 7200)
            #expect(try await scene.store.accept(Submission(notification: told)) == .stored(deliveries: 1))
            #expect(try await scene.store.nextDeliveryDue() == scene.at(3600))
            #expect(
                try await scene.store.timeline(of: told.id) == [
                    TimelineEntry(at: scene.at(0), step: .accepted),
                    TimelineEntry(
                        at: scene.at(0), step: .held,
                        detail: "quiet hours of the user until \(scene.at(3600)) (Europe/Zurich)"),
                ])
            #expect(try await scene.claim(at: 3600).map(\.notification.id) == [told.id])
        },
        ConformanceCase("In quiet hours asks come through, what is silent too, and what is over by then is not pushed")
        {
            scene in
            try await scene.device()
            try await scene.quiet("08:00", "10:00")
            try await scene.ask()
            let silent = scene.notification(options: NotificationOptions(isSilent: true))
            #expect(try await scene.store.accept(Submission(notification: silent)) == .stored(deliveries: 1))
            #expect(try await scene.claim().count == 2)
            let short = scene.notification(lasting: 600)
            #expect(try await scene.store.accept(Submission(notification: short)) == .stored(deliveries: 0))
            #expect(try await scene.steps(of: short) == [.accepted, .cancelled])
        },
        ConformanceCase("What is read before quiet hours end is not pushed") { scene in
            let phone = try await scene.device()
            try await scene.quiet("08:00", "10:00")
            let told = try await scene.tell(lasting: 7200)
            _ = try await scene.store.markRead(told.id, by: phone.id, at: scene.at(60))
            #expect(try await scene.store.nextDeliveryDue() == nil)
        },
        ConformanceCase("What is muted is not pushed, asks included, until the mute is over") { scene in
            try await scene.device()
            let mute = Mute(.session("run-1"), until: scene.at(60))
            try await scene.store.put(NotificationPreferences(mutes: [mute]), of: "ada")
            let told = try await scene.tell()
            try await scene.ask(at: 1)
            #expect(try await scene.claim(at: 1).isEmpty)
            let why = "the user muted the session run-1 until \(scene.at(60))"
            #expect(try await scene.store.timeline(of: told.id).last?.detail == why)
            try await scene.tell(at: 60)
            #expect(try await scene.claim(at: 60).count == 1)
        },
        ConformanceCase("A mute of a topic is heeded for what is sent about it") { scene in
            try await scene.device()
            try await scene.store.put(NotificationPreferences(mutes: [Mute(.topic("news"))]), of: "ada")
            let about = Submission(notification: scene.notification(), topics: ["news"])
            #expect(try await scene.store.accept(about) == .stored(deliveries: 0))
            let item = scene.notification(options: NotificationOptions(itemID: "news"))
            #expect(try await scene.store.accept(Submission(notification: item)) == .stored(deliveries: 0))
            #expect(
                try await scene.store.accept(Submission(notification: scene.notification())) != .stored(deliveries: 0))
        },
        ConformanceCase("No more is pushed than the cap allows in any stretch of its length; asks and silent ones pass")
        {
            scene in
            try await scene.device()
            let cap = FrequencyCap(limit: 2, seconds: 60)
            try await scene.store.put(NotificationPreferences(frequencyCap: cap), of: "ada")
            try await scene.ask()
            try await scene.accept(scene.notification(options: NotificationOptions(isSilent: true)))
            for second in [Int64(0), 30, 40] { try await scene.tell(at: second) }
            #expect(try await scene.sendAll(at: 59).count == 4)
            try await scene.ask(at: 59)
            try await scene.tell(at: 59)
            #expect(try await scene.sendAll(at: 59).count == 1)
            let told = try await scene.tell(at: 60)
            #expect(try await scene.sendAll(at: 60).map(\.notification.id) == [told.id])
            let more = try await scene.tell(at: 89)
            let why = "the user takes at most 2 pushes in 60 seconds"
            #expect(try await scene.store.timeline(of: more.id).last?.detail == why)
        },
    ]
}

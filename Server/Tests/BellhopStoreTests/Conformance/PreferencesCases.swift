import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let preferencesCases: [ConformanceCase] = [
        ConformanceCase("A user without preferences has the default ones") { fixture async throws in
            #expect(try await fixture.store.preferences(of: "ada") == .default)
        },
        ConformanceCase("Preferences are read as they were put, including unknown values") { fixture in
            let text =
                #"{"categories":{"MINE":false},"preferences":{"digest":"weekly","messages":false,"polls":false}}"#
            let preferences = try CanonicalJSON.decode(NotificationPreferences.self, from: text.utf8)
            try await fixture.store.put(preferences, of: "ada")
            let kept = try await fixture.store.preferences(of: "ada")
            #expect(try CanonicalJSON.text(kept) == CanonicalJSON.text(preferences))
            #expect(kept.others == ["digest": "weekly"])
            #expect(try await fixture.store.preferences(of: "bob") == .default)
        },
        ConformanceCase("Preferences are replaced as a whole") { fixture async throws in
            try await fixture.store.put(
                NotificationPreferences(types: [.messages: false], categories: [.taskComplete: false]), of: "ada")
            try await fixture.store.put(NotificationPreferences(types: [.reminders: false]), of: "ada")
            let kept = try await fixture.store.preferences(of: "ada")
            #expect(kept.types[.messages] != false)
            #expect(kept.types[.reminders] == false)
            #expect(kept.categories.isEmpty)
        },
        ConformanceCase("A notification suppressed by preferences is stored, without deliveries") { fixture in
            try await fixture.device()
            try await fixture.device(of: "bob")
            try await fixture.store.put(NotificationPreferences(categories: [.sessionStatus: false]), of: "ada")
            let record = fixture.idempotencyRecord()
            let refused = fixture.notification(at: 10)
            let result = try await fixture.store.accept(Submission(notification: refused, idempotency: record))
            #expect(result == .stored(deliveries: 0))
            #expect(try await fixture.store.notifications(of: "ada", before: nil, limit: 9) == [refused])
            #expect(try await fixture.store.idempotencyRecord(scope: record.scope, key: record.key) == record)
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(10)) == 1)
            #expect(try await fixture.store.nextDeliveryDue() == nil)
            let why = "the user turned off the category SESSION_STATUS"
            #expect(
                try await fixture.store.timeline(of: refused.id) == [
                    TimelineEntry(at: fixture.at(10), step: .accepted),
                    TimelineEntry(at: fixture.at(10), step: .cancelled, detail: why),
                ])
            let other = Submission(notification: fixture.notification(for: "bob", at: 10))
            #expect(try await fixture.store.accept(other) == .stored(deliveries: 1))
        },
        ConformanceCase("A switch applies from its change on, in both directions") { fixture in
            try await fixture.device()
            try await fixture.tell()
            try await fixture.store.put(NotificationPreferences(categories: [.sessionStatus: false]), of: "ada")
            #expect(try await fixture.sendAll().count == 1)
            try await fixture.tell(at: 5)
            #expect(try await fixture.claim(at: 5).isEmpty)
            try await fixture.store.put(.default, of: "ada")
            try await fixture.tell(at: 6)
            #expect(try await fixture.claim(at: 6).count == 1)
        },
        ConformanceCase("A disabled type suppresses notifications, not asks") { fixture in
            try await fixture.device()
            try await fixture.store.put(NotificationPreferences(types: [.reminders: false]), of: "ada")
            let told = fixture.notification(under: .reminder)
            #expect(try await fixture.store.accept(Submission(notification: told)) == .stored(deliveries: 0))
            let why = "the user turned off the type reminders"
            #expect(try await fixture.store.timeline(of: told.id).last?.detail == why)
            let ask = fixture.approval(at: 5)
            let asked = fixture.notification(at: 5, about: ask.id, under: .reminder)
            let result = try await fixture.store.accept(Submission(notification: asked, ask: ask))
            #expect(result == .stored(deliveries: 1))
        },
        ConformanceCase("An ask of a disabled category waits without a push, and clears nothing when it ends") {
            fixture in
            let phone = try await fixture.device()
            try await fixture.device(at: 1)
            try await fixture.store.put(NotificationPreferences(categories: [.sessionStatus: false]), of: "ada")
            let (ask, notification) = try await fixture.ask(at: 5)
            #expect(try await fixture.store.nextDeliveryDue() == nil)
            #expect(try await fixture.store.asks(of: "ada", state: .pending, limit: 9) == [ask])
            let ended = try await fixture.transition(ask, fixture.answer(.approve, to: ask, by: phone), at: 9)
            #expect(ended.ask.state == .approved)
            #expect(ended.clearing == 0)
            #expect(try await fixture.steps(of: notification) == [.accepted, .cancelled, .resolved])
        },
        ConformanceCase("In quiet hours a notification waits for their end in the newest device's time zone") {
            fixture in
            try await fixture.device()
            try await fixture.quiet("08:00", "10:00")
            let told = fixture.notification(lasting: 7200)
            #expect(try await fixture.store.accept(Submission(notification: told)) == .stored(deliveries: 1))
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(3600))
            #expect(
                try await fixture.store.timeline(of: told.id) == [
                    TimelineEntry(at: fixture.at(0), step: .accepted),
                    TimelineEntry(
                        at: fixture.at(0), step: .held,
                        detail: "quiet hours of the user until \(fixture.at(3600)) (Europe/Zurich)"),
                ])
            #expect(try await fixture.claim(at: 3600).map(\.notification.id) == [told.id])
        },
        ConformanceCase("In quiet hours asks and silent pushes pass, and a push that would expire is suppressed") {
            fixture in
            try await fixture.device()
            try await fixture.quiet("08:00", "10:00")
            try await fixture.ask()
            let silent = fixture.notification(options: NotificationOptions(isSilent: true))
            #expect(try await fixture.store.accept(Submission(notification: silent)) == .stored(deliveries: 1))
            #expect(try await fixture.claim().count == 2)
            let short = fixture.notification(lasting: 600)
            #expect(try await fixture.store.accept(Submission(notification: short)) == .stored(deliveries: 0))
            #expect(try await fixture.steps(of: short) == [.accepted, .cancelled])
        },
        ConformanceCase("A notification read before the end of quiet hours is not pushed") { fixture in
            let phone = try await fixture.device()
            try await fixture.quiet("08:00", "10:00")
            let told = try await fixture.tell(lasting: 7200)
            _ = try await fixture.store.markRead(told.id, by: phone.id, at: fixture.at(60))
            #expect(try await fixture.store.nextDeliveryDue() == nil)
        },
        ConformanceCase("A muted notification or ask is not pushed until the mute is over") { fixture in
            try await fixture.device()
            let mute = Mute(.session("run-1"), until: fixture.at(60))
            try await fixture.store.put(NotificationPreferences(mutes: [mute]), of: "ada")
            let told = try await fixture.tell()
            try await fixture.ask(at: 1)
            #expect(try await fixture.claim(at: 1).isEmpty)
            let why = "the user muted the session run-1 until \(fixture.at(60))"
            #expect(try await fixture.store.timeline(of: told.id).last?.detail == why)
            try await fixture.tell(at: 60)
            #expect(try await fixture.claim(at: 60).count == 1)
        },
        ConformanceCase("A mute of a topic applies to its notifications") { fixture in
            try await fixture.device()
            try await fixture.store.put(NotificationPreferences(mutes: [Mute(.topic("news"))]), of: "ada")
            let about = Submission(notification: fixture.notification(), topics: ["news"])
            #expect(try await fixture.store.accept(about) == .stored(deliveries: 0))
            let item = fixture.notification(options: NotificationOptions(itemID: "news"))
            #expect(try await fixture.store.accept(Submission(notification: item)) == .stored(deliveries: 0))
            #expect(
                try await fixture.store.accept(Submission(notification: fixture.notification()))
                    != .stored(deliveries: 0))
        },
        ConformanceCase("The cap bounds pushes in any period of its length; asks and silent pushes are exempt") {
            fixture in
            try await fixture.device()
            let cap = FrequencyCap(limit: 2, seconds: 60)
            try await fixture.store.put(NotificationPreferences(frequencyCap: cap), of: "ada")
            try await fixture.ask()
            try await fixture.accept(fixture.notification(options: NotificationOptions(isSilent: true)))
            for second in [Int64(0), 30, 40] { try await fixture.tell(at: second) }
            #expect(try await fixture.sendAll(at: 59).count == 4)
            try await fixture.ask(at: 59)
            try await fixture.tell(at: 59)
            #expect(try await fixture.sendAll(at: 59).count == 1)
            let told = try await fixture.tell(at: 60)
            #expect(try await fixture.sendAll(at: 60).map(\.notification.id) == [told.id])
            let more = try await fixture.tell(at: 89)
            let why = "the user allows at most 2 pushes in 60 seconds"
            #expect(try await fixture.store.timeline(of: more.id).last?.detail == why)
        },
    ]
}

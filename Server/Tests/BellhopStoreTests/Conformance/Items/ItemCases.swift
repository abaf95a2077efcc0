import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let itemCases: [ConformanceCase] = [
        ConformanceCase("An item is read as it was put") { fixture async throws in
            let item = Item(
                id: "list/7 ü", title: "Plants", body: "Water 🪴", imageURL: "https://example.com/p.png",
                data: ["rows": [1, "two", .null]], dueAt: fixture.at(60), createdAt: fixture.at(1),
                updatedAt: fixture.at(1))
            #expect(try await fixture.store.put(item, subscribing: []) == item)
            #expect(try await fixture.store.item(item.id, of: nil) == item)
            #expect(try await fixture.store.item("other", of: nil) == nil)
        },
        ConformanceCase("An item that is put again is replaced, and keeps its creation, completion and subscribers") {
            fixture in
            try await fixture.put("a", "One", for: ["ada"], at: 1)
            _ = try await fixture.store.completeItem("a", by: "ada", on: nil, at: fixture.at(2), limit: 9)
            let again = try await fixture.put("a", "Two", for: ["ben"], at: 3)
            let kept = Item(
                id: "a", title: "Two", completedBy: "ada", completedAt: fixture.at(2), createdAt: fixture.at(1),
                updatedAt: fixture.at(3))
            #expect(again == kept)
            #expect(try await fixture.store.item("a", of: nil) == kept)
            let subscribers = try await fixture.store.subscribers(of: "a", after: nil, limit: 9).map(\.userID)
            #expect(subscribers == ["ada", "ben"])
        },
        ConformanceCase("A user's items are those subscribed to, ordered by id, in pages") { fixture in
            for id in ["d", "a", "c", "b"] as [TopicID] { try await fixture.put(id, for: id == "c" ? [] : ["ada"]) }
            _ = try await fixture.store.subscribe(["ada"], to: "no-item", at: fixture.at(0))
            let store = fixture.store
            #expect(try await store.items(of: "ada", after: nil, limit: 2).map(\.id) == ["a", "b"])
            #expect(try await store.items(of: "ada", after: "b", limit: 2).map(\.id) == ["d"])
            #expect(try await store.items(of: nil, after: "a", limit: 9).map(\.id) == ["b", "c", "d"])
            #expect(try await store.items(of: "ben", after: nil, limit: 9).isEmpty)
            #expect(try await store.item("c", of: "ada") == nil)
            #expect(try await store.item("d", of: "ada") != nil)
        },
        ConformanceCase("An update changes its fields, and nothing of an unknown item") { fixture in
            try await fixture.put("a", "One", at: 1)
            let changed = try await fixture.store.update(
                "a", ItemUpdate(body: "B", dueAt: .set(fixture.at(60))), at: fixture.at(2))
            let expected = Item(
                id: "a", title: "One", body: "B", dueAt: fixture.at(60), createdAt: fixture.at(1),
                updatedAt: fixture.at(2))
            #expect(changed == expected)
            #expect(try await fixture.store.item("a", of: nil) == expected)
            #expect(try await fixture.store.update("b", ItemUpdate(title: "T"), at: fixture.at(3)) == nil)
        },
        ConformanceCase("The first completion is kept, until the item is opened again") { fixture in
            try await fixture.put("a")
            let first = try await fixture.store.completeItem("a", by: "ada", on: nil, at: fixture.at(1), limit: 9)
            #expect(first?.isNew == true)
            let again = try await fixture.store.completeItem("a", by: "ben", on: nil, at: fixture.at(2), limit: 9)
            #expect(again?.isNew == false)
            #expect(again?.item.completedBy == "ada")
            #expect(again?.item.completedAt == fixture.at(1))
            _ = try await fixture.store.update("a", ItemUpdate(isCompleted: false), at: fixture.at(3))
            let third = try await fixture.store.completeItem("a", by: "ben", on: nil, at: fixture.at(4), limit: 9)
            #expect(third?.item.completedBy == "ben")
            #expect(try await fixture.store.completeItem("b", by: "ada", on: nil, at: fixture.at(5), limit: 9) == nil)
        },
        ConformanceCase("Of a hundred simultaneous completions one is the first") { fixture in
            try await fixture.put("a")
            let endings = try await inParallel(100) { _ in
                try await fixture.store.completeItem("a", by: "ada", on: nil, at: fixture.at(1), limit: 9)
            }
            #expect(endings.count { $0?.isNew == true } == 1)
        },
        ConformanceCase("Only a completed item's notifications are cleared, on all users' devices") {
            fixture in
            try await fixture.put("a", for: ["ada", "ben"])
            let phone = try await fixture.device()
            let tablet = try await fixture.device(at: 1)
            let other = try await fixture.device(of: "ben")
            let told = try await fixture.tell(of: "a", at: 2)
            let toldBen = try await fixture.tell(of: "a", to: "ben", at: 2)
            let elsewhere = try await fixture.tell(of: "b", at: 2)
            try await fixture.sendAll(at: 2)
            let waiting = try await fixture.tell(of: "a", at: 3)
            let ending = try await fixture.store.completeItem("a", by: "ada", on: phone.id, at: fixture.at(4), limit: 9)
            #expect(ending?.cleared == [told.id: "ada", waiting.id: "ada", toldBen.id: "ben"])
            let claimed = try await fixture.claim(at: 4)
            #expect(claimed.allSatisfy { $0.purpose == .clear })
            #expect(Set(claimed.map(\.device.id)) == [tablet.id, other.id])
            #expect(try await fixture.store.notification(waiting.id)?.readAt == fixture.at(4))
            #expect(try await fixture.store.notification(elsewhere.id)?.readAt == nil)
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(4)) == 1)
        },
        ConformanceCase("Only a completed item's reminders are cancelled, of all users") { fixture in
            try await fixture.put("a")
            let mine = try await fixture.remind(of: "a", at: 60)
            let all = try await fixture.remind(of: "a", .topic("a"), at: 70)
            let other = try await fixture.remind(of: "b", at: 80)
            _ = try await fixture.store.completeItem("a", by: "ada", on: nil, at: fixture.at(4), limit: 9)
            for id in [mine.id, all.id] {
                let cancelled = try await fixture.store.schedule(id)
                #expect(cancelled?.state == .cancelled)
                #expect(cancelled?.next == nil)
            }
            #expect(try await fixture.store.nextScheduleDue() == fixture.at(80))
            #expect(try await fixture.store.schedule(other.id) == other)
        },
        ConformanceCase("Snoozing an item clears it for one user and reminds them once, at the latest moment") {
            fixture in
            try await fixture.put("a", for: ["ada", "ben"])
            let phone = try await fixture.device()
            let tablet = try await fixture.device(at: 1)
            let told = try await fixture.tell(of: "a", at: 2)
            let toldBen = try await fixture.tell(of: "a", to: "ben", at: 2)
            try await fixture.sendAll(at: 2)
            let planned = try await fixture.remind(of: "a", by: "admin", at: 50)
            let first = fixture.reminder(of: "a", at: 60)
            let cleared = try await fixture.store.snoozeItem("a", until: first, by: phone.id, at: fixture.at(3))
            #expect(cleared == [told.id])
            #expect(try await fixture.claim(at: 3).map(\.device.id) == [tablet.id])
            #expect(try await fixture.store.notification(toldBen.id)?.readAt == nil)
            let second = fixture.reminder(of: "a", at: 90)
            #expect(try await fixture.store.snoozeItem("a", until: second, by: phone.id, at: fixture.at(4)) == [])
            #expect(try await fixture.store.schedule(first.id)?.state == .cancelled)
            #expect(try await fixture.store.schedule(second.id) == second)
            #expect(try await fixture.store.schedule(planned.id) == planned)
        },
        ConformanceCase("A deleted item's notifications and subscriptions are deleted with it") { fixture in
            try await fixture.put("a")
            try await fixture.device()
            let told = try await fixture.tell(of: "a", at: 1)
            try await fixture.sendAll(at: 1)
            let ending = try await fixture.store.deleteItem("a", at: fixture.at(2), limit: 9)
            #expect(ending?.cleared == [told.id: "ada"])
            #expect(try await fixture.claim(at: 2).map(\.purpose) == [.clear])
            #expect(try await fixture.store.item("a", of: nil) == nil)
            #expect(try await fixture.store.topics(of: "ada", after: nil, limit: 9).isEmpty)
            #expect(try await fixture.store.deleteItem("a", at: fixture.at(3), limit: 9) == nil)
        },
    ]
}

import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let itemCases: [ConformanceCase] = [
        ConformanceCase("An item comes back as it was put") { scene async throws in
            let item = Item(
                id: "list/7 ü", title: "Plants", body: "Water 🪴", imageURL: "https://example.com/p.png",
                data: ["rows": [1, "two", .null]], dueAt: scene.at(60), createdAt: scene.at(1), updatedAt: scene.at(1))
            #expect(try await scene.store.put(item, subscribing: []) == item)
            #expect(try await scene.store.item(item.id, of: nil) == item)
            #expect(try await scene.store.item("other", of: nil) == nil)
        },
        ConformanceCase("An item that is put again is replaced, and keeps its creation, completion and subscribers") {
            scene in
            try await scene.put("a", "One", for: ["ada"], at: 1)
            _ = try await scene.store.completeItem("a", by: "ada", on: nil, at: scene.at(2), limit: 9)
            let again = try await scene.put("a", "Two", for: ["ben"], at: 3)
            let kept = Item(
                id: "a", title: "Two", completedBy: "ada", completedAt: scene.at(2), createdAt: scene.at(1),
                updatedAt: scene.at(3))
            #expect(again == kept)
            #expect(try await scene.store.item("a", of: nil) == kept)
            let subscribers = try await scene.store.subscribers(of: "a", after: nil, limit: 9).map(\.userID)
            #expect(subscribers == ["ada", "ben"])
        },
        ConformanceCase("A user has the items that they subscribe to, in the order of ids, by pages") { scene in
            for id in ["d", "a", "c", "b"] as [TopicID] { try await scene.put(id, for: id == "c" ? [] : ["ada"]) }
            _ = try await scene.store.subscribe(["ada"], to: "no-item", at: scene.at(0))
            let store = scene.store
            #expect(try await store.items(of: "ada", after: nil, limit: 2).map(\.id) == ["a", "b"])
            #expect(try await store.items(of: "ada", after: "b", limit: 2).map(\.id) == ["d"])
            #expect(try await store.items(of: nil, after: "a", limit: 9).map(\.id) == ["b", "c", "d"])
            #expect(try await store.items(of: "ben", after: nil, limit: 9).isEmpty)
            #expect(try await store.item("c", of: "ada") == nil)
            #expect(try await store.item("d", of: "ada") != nil)
        },
        ConformanceCase("What an update names is changed, and nothing of an item that is not there") { scene in
            try await scene.put("a", "One", at: 1)
            let changed = try await scene.store.update(
                "a", ItemUpdate(body: "B", dueAt: .set(scene.at(60))), at: scene.at(2))
            let expected = Item(
                id: "a", title: "One", body: "B", dueAt: scene.at(60), createdAt: scene.at(1), updatedAt: scene.at(2))
            #expect(changed == expected)
            #expect(try await scene.store.item("a", of: nil) == expected)
            #expect(try await scene.store.update("b", ItemUpdate(title: "T"), at: scene.at(3)) == nil)
        },
        ConformanceCase("The first completion stands, until the item is opened again") { scene in
            try await scene.put("a")
            let first = try await scene.store.completeItem("a", by: "ada", on: nil, at: scene.at(1), limit: 9)
            #expect(first?.isNew == true)
            let again = try await scene.store.completeItem("a", by: "ben", on: nil, at: scene.at(2), limit: 9)
            #expect(again?.isNew == false)
            #expect(again?.item.completedBy == "ada")
            #expect(again?.item.completedAt == scene.at(1))
            _ = try await scene.store.update("a", ItemUpdate(isCompleted: false), at: scene.at(3))
            let third = try await scene.store.completeItem("a", by: "ben", on: nil, at: scene.at(4), limit: 9)
            #expect(third?.item.completedBy == "ben")
            #expect(try await scene.store.completeItem("b", by: "ada", on: nil, at: scene.at(5), limit: 9) == nil)
        },
        ConformanceCase("Of a hundred simultaneous completions one is the first") { scene in
            try await scene.put("a")
            let endings = try await inParallel(100) { _ in
                try await scene.store.completeItem("a", by: "ada", on: nil, at: scene.at(1), limit: 9)
            }
            #expect(endings.count { $0?.isNew == true } == 1)
        },
        ConformanceCase("A completed item's notifications are cleared from everybody's devices, and only those") {
            scene in
            try await scene.put("a", for: ["ada", "ben"])
            let phone = try await scene.device()
            let tablet = try await scene.device(at: 1)
            let other = try await scene.device(of: "ben")
            let told = try await scene.tell(of: "a", at: 2)
            let toldBen = try await scene.tell(of: "a", to: "ben", at: 2)
            let elsewhere = try await scene.tell(of: "b", at: 2)
            try await scene.sendAll(at: 2)
            let waiting = try await scene.tell(of: "a", at: 3)
            let ending = try await scene.store.completeItem("a", by: "ada", on: phone.id, at: scene.at(4), limit: 9)
            #expect(ending?.cleared == [told.id: "ada", waiting.id: "ada", toldBen.id: "ben"])
            let claimed = try await scene.claim(at: 4)
            #expect(claimed.allSatisfy { $0.purpose == .clear })
            #expect(Set(claimed.map(\.device.id)) == [tablet.id, other.id])
            #expect(try await scene.store.notification(waiting.id)?.readAt == scene.at(4))
            #expect(try await scene.store.notification(elsewhere.id)?.readAt == nil)
            #expect(try await scene.store.badge(of: "ada", at: scene.at(4)) == 1)
        },
        ConformanceCase("A completed item's reminders are cancelled, everybody's, and only its own") { scene in
            try await scene.put("a")
            let mine = try await scene.remind(of: "a", at: 60)
            let all = try await scene.remind(of: "a", .topic("a"), at: 70)
            let other = try await scene.remind(of: "b", at: 80)
            _ = try await scene.store.completeItem("a", by: "ada", on: nil, at: scene.at(4), limit: 9)
            for id in [mine.id, all.id] {
                let cancelled = try await scene.store.schedule(id)
                #expect(cancelled?.state == .cancelled)
                #expect(cancelled?.next == nil)
            }
            #expect(try await scene.store.nextScheduleDue() == scene.at(80))
            #expect(try await scene.store.schedule(other.id) == other)
        },
        ConformanceCase("To snooze an item clears it for the one user and reminds them once, at the latest moment") {
            scene in
            try await scene.put("a", for: ["ada", "ben"])
            let phone = try await scene.device()
            let tablet = try await scene.device(at: 1)
            let told = try await scene.tell(of: "a", at: 2)
            let toldBen = try await scene.tell(of: "a", to: "ben", at: 2)
            try await scene.sendAll(at: 2)
            let planned = try await scene.remind(of: "a", by: "admin", at: 50)
            let first = scene.reminder(of: "a", at: 60)
            let cleared = try await scene.store.snoozeItem("a", until: first, by: phone.id, at: scene.at(3))
            #expect(cleared == [told.id])
            #expect(try await scene.claim(at: 3).map(\.device.id) == [tablet.id])
            #expect(try await scene.store.notification(toldBen.id)?.readAt == nil)
            let second = scene.reminder(of: "a", at: 90)
            #expect(try await scene.store.snoozeItem("a", until: second, by: phone.id, at: scene.at(4)) == [])
            #expect(try await scene.store.schedule(first.id)?.state == .cancelled)
            #expect(try await scene.store.schedule(second.id) == second)
            #expect(try await scene.store.schedule(planned.id) == planned)
        },
        ConformanceCase("A deleted item goes with its notifications and subscribers") { scene in
            try await scene.put("a")
            try await scene.device()
            let told = try await scene.tell(of: "a", at: 1)
            try await scene.sendAll(at: 1)
            let ending = try await scene.store.deleteItem("a", at: scene.at(2), limit: 9)
            #expect(ending?.cleared == [told.id: "ada"])
            #expect(try await scene.claim(at: 2).map(\.purpose) == [.clear])
            #expect(try await scene.store.item("a", of: nil) == nil)
            #expect(try await scene.store.topics(of: "ada", after: nil, limit: 9).isEmpty)
            #expect(try await scene.store.deleteItem("a", at: scene.at(3), limit: 9) == nil)
        },
    ]
}

import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let itemChangeCases: [ConformanceCase] = [
        ConformanceCase("Without a cursor all items come, and after them what has changed since") { scene in
            try await scene.put("a")
            try await scene.put("b", for: ["ben"])
            try await scene.put("c")
            let first = try await scene.changes()
            #expect(first.lines == ["a created", "c created"])
            #expect(first.isWhole && !first.hasMore)
            #expect(try await scene.changes(since: first.cursor).lines.isEmpty)
            _ = try await scene.store.update("a", ItemUpdate(title: "New"), at: scene.at(1))
            try await scene.put("d", at: 2)
            _ = try await scene.store.deleteItem("c", at: scene.at(3), limit: 9)
            let next = try await scene.changes(since: first.cursor)
            #expect(next.lines == ["a updated", "d created", "c deleted"])
            #expect(next.changes.map(\.at) == [scene.at(1), scene.at(2), scene.at(3)])
            #expect(next.changes.map { $0.item?.title } == ["New", "Item d", nil])
            #expect(!next.isWhole)
            #expect(try await scene.changes(of: "ben").lines == ["b created"])
        },
        ConformanceCase("Of several changes of an item the last is listed, once") { scene in
            let start = try await scene.changes().cursor
            try await scene.put("a", at: 1)
            _ = try await scene.store.update("a", ItemUpdate(title: "Two"), at: scene.at(2))
            try await scene.put("b", at: 3)
            _ = try await scene.store.completeItem("a", by: "ada", on: nil, at: scene.at(4), limit: 9)
            let changes = try await scene.changes(since: start)
            #expect(changes.lines == ["b created", "a created"])
            #expect(changes.changes.last?.item?.completedAt == scene.at(4))
        },
        ConformanceCase("Who begins to subscribe has an item created, who ceases to has it deleted") { scene in
            try await scene.put("a", for: [])
            _ = try await scene.store.subscribe(["ada"], to: "no-item", at: scene.at(0))
            let start = try await scene.changes().cursor
            _ = try await scene.store.subscribe(["ada"], to: "a", at: scene.at(1))
            let begun = try await scene.changes(since: start)
            #expect(begun.lines == ["a created"])
            _ = try await scene.store.subscribe(["ada"], to: "a", at: scene.at(2))
            #expect(try await scene.changes(since: begun.cursor).lines.isEmpty)
            _ = try await scene.store.unsubscribe("ada", from: "a", at: scene.at(3))
            let ended = try await scene.changes(since: begun.cursor)
            #expect(ended.lines == ["a deleted"])
            #expect(ended.changes.first?.item == nil)
            _ = try await scene.store.update("a", ItemUpdate(title: "T"), at: scene.at(4))
            #expect(try await scene.changes(since: ended.cursor).lines.isEmpty)
            _ = try await scene.store.subscribe(["ada"], to: "a", at: scene.at(5))
            #expect(try await scene.changes(since: ended.cursor).lines == ["a created"])
        },
        ConformanceCase("Who subscribed before there was an item has it when there is one") { scene in
            _ = try await scene.store.subscribe(["ada"], to: "a", at: scene.at(0))
            #expect(try await scene.changes().lines.isEmpty)
            try await scene.put("a", for: [])
            #expect(try await scene.changes().lines == ["a created"])
        },
        ConformanceCase("An item that came and went while the reader was away is deleted for them") { scene in
            let start = try await scene.changes().cursor
            try await scene.put("a")
            _ = try await scene.store.deleteItem("a", at: scene.at(1), limit: 9)
            #expect(try await scene.changes(since: start).lines == ["a deleted"])
            #expect(try await scene.changes().lines.isEmpty)
        },
        ConformanceCase("Pages follow each other without a gap, while items move from one to the next") { scene in
            let ids = (0..<7).map { TopicID("item-\($0)") ?? "item" }
            for id in ids { try await scene.put(id) }
            var pages: [ItemChanges] = [try await scene.changes(limit: 3)]
            _ = try await scene.store.update("item-0", ItemUpdate(title: "Moved"), at: scene.at(1))
            _ = try await scene.store.update("item-6", ItemUpdate(title: "Moved"), at: scene.at(2))
            _ = try await scene.store.deleteItem("item-1", at: scene.at(3), limit: 9)
            while let last = pages.last, last.hasMore {
                pages.append(try await scene.changes(since: last.cursor, limit: 3))
            }
            let lines = pages.flatMap(\.lines)
            #expect(
                lines == [
                    "item-0 created", "item-1 created", "item-2 created", "item-3 created", "item-4 created",
                    "item-5 created", "item-0 created", "item-6 created", "item-1 deleted",
                ])
            #expect(pages.allSatisfy { $0.isWhole })
            let end = try #require(pages.last?.cursor)
            #expect(try await scene.changes(since: end).lines.isEmpty)
        },
        ConformanceCase("An item that no page has shown yet is created, though it has changed meanwhile") { scene in
            let start = try await scene.changes().cursor
            for id in ["a", "b", "c"] as [TopicID] { try await scene.put(id) }
            let first = try await scene.changes(since: start, limit: 2)
            #expect(first.lines == ["a created", "b created"])
            _ = try await scene.store.update("c", ItemUpdate(title: "T"), at: scene.at(1))
            _ = try await scene.store.update("a", ItemUpdate(title: "T"), at: scene.at(2))
            let second = try await scene.changes(since: first.cursor, limit: 2)
            // Again created, for whoever takes in a page twice as well.
            #expect(second.lines == ["c created", "a created"])
            _ = try await scene.store.update("a", ItemUpdate(title: "U"), at: scene.at(3))
            #expect(try await scene.changes(since: second.cursor).lines == ["a updated"])
        },
        ConformanceCase("A reader beside many writers misses nothing") { scene in
            let start = try await scene.changes().cursor
            async let written: Void = withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<60 {
                    group.addTask {
                        let id = TopicID("item-\(index % 20)") ?? "item"
                        try await scene.put(id, "Version \(index)", for: ["ada"], at: Int64(index))
                    }
                }
                try await group.waitForAll()
            }
            var (cursor, seen): (String, [TopicID: Item]) = (start, [:])
            func read() async throws {
                var hasMore = true
                while hasMore {
                    let page = try await scene.changes(since: cursor, limit: 3)
                    for change in page.changes { seen[change.itemID] = change.item }
                    (cursor, hasMore) = (page.cursor, page.hasMore)
                }
            }
            for _ in 0..<20 { try await read() }
            try await written
            try await read()
            let stored = try await scene.store.items(of: "ada", after: nil, limit: 99)
            #expect(stored.count == 20)
            #expect(seen == Dictionary(uniqueKeysWithValues: stored.map { ($0.id, $0) }))
        },
        ConformanceCase("A cursor before a deletion that was forgotten is too old, another is not") { scene in
            try await scene.put("a")
            try await scene.put("b", for: ["ben"])
            let (ada, ben) = (try await scene.changes().cursor, try await scene.changes(of: "ben").cursor)
            _ = try await scene.store.deleteItem("a", at: scene.at(10), limit: 9)
            #expect(try await scene.store.forgetItemDeletions(before: scene.at(10), limit: 9) == 0)
            let after = try await scene.changes(since: ada).cursor
            #expect(try await scene.store.forgetItemDeletions(before: scene.at(11), limit: 9) == 1)
            await #expect(throws: CursorTooOld.self) { try await scene.changes(since: ada) }
            #expect(try await scene.changes(since: after).lines.isEmpty)
            #expect(try await scene.changes(of: "ben", since: ben).lines.isEmpty)
            #expect(try await scene.changes().lines.isEmpty)
        },
        ConformanceCase("The whole list can be read to its end though older deletions are forgotten meanwhile") {
            scene in
            for id in ["a", "b", "c", "d"] as [TopicID] { try await scene.put(id) }
            _ = try await scene.store.deleteItem("a", at: scene.at(1), limit: 9)
            let first = try await scene.changes(limit: 1)
            #expect(try await scene.store.forgetItemDeletions(before: scene.at(2), limit: 9) == 1)
            #expect(try await scene.allChanges(since: first.cursor, limit: 1).lines == ["c created", "d created"])
        },
        ConformanceCase("A cursor from before a backup was restored is too old") { scene async throws in
            let reading = try await scene.store.itemChanges(of: "ada", since: ItemCursor(caughtUpAt: 9999), limit: 9)
            #expect(reading == .cursorTooOld)
        },
    ]
}

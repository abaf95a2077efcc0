import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let itemChangeCases: [ConformanceCase] = [
        ConformanceCase("Without a cursor all items are returned, and later changes after them") { fixture in
            try await fixture.put("a")
            try await fixture.put("b", for: ["ben"])
            try await fixture.put("c")
            let first = try await fixture.changes()
            #expect(first.lines == ["a created", "c created"])
            #expect(first.isWhole && !first.hasMore)
            #expect(try await fixture.changes(since: first.cursor).lines.isEmpty)
            _ = try await fixture.store.update("a", ItemUpdate(title: "New"), at: fixture.at(1))
            try await fixture.put("d", at: 2)
            _ = try await fixture.store.deleteItem("c", at: fixture.at(3), limit: 9)
            let next = try await fixture.changes(since: first.cursor)
            #expect(next.lines == ["a updated", "d created", "c deleted"])
            #expect(next.changes.map(\.at) == [fixture.at(1), fixture.at(2), fixture.at(3)])
            #expect(next.changes.map { $0.item?.title } == ["New", "Item d", nil])
            #expect(!next.isWhole)
            #expect(try await fixture.changes(of: "ben").lines == ["b created"])
        },
        ConformanceCase("Of several changes of an item the last is listed, once") { fixture in
            let start = try await fixture.changes().cursor
            try await fixture.put("a", at: 1)
            _ = try await fixture.store.update("a", ItemUpdate(title: "Two"), at: fixture.at(2))
            try await fixture.put("b", at: 3)
            _ = try await fixture.store.completeItem("a", by: "ada", on: nil, at: fixture.at(4), limit: 9)
            let changes = try await fixture.changes(since: start)
            #expect(changes.lines == ["b created", "a created"])
            #expect(changes.changes.last?.item?.completedAt == fixture.at(4))
        },
        ConformanceCase("Subscribing creates an item for the user, and unsubscribing deletes it") { fixture in
            try await fixture.put("a", for: [])
            _ = try await fixture.store.subscribe(["ada"], to: "no-item", at: fixture.at(0))
            let start = try await fixture.changes().cursor
            _ = try await fixture.store.subscribe(["ada"], to: "a", at: fixture.at(1))
            let begun = try await fixture.changes(since: start)
            #expect(begun.lines == ["a created"])
            _ = try await fixture.store.subscribe(["ada"], to: "a", at: fixture.at(2))
            #expect(try await fixture.changes(since: begun.cursor).lines.isEmpty)
            _ = try await fixture.store.unsubscribe("ada", from: "a", at: fixture.at(3))
            let ended = try await fixture.changes(since: begun.cursor)
            #expect(ended.lines == ["a deleted"])
            #expect(ended.changes.first?.item == nil)
            _ = try await fixture.store.update("a", ItemUpdate(title: "T"), at: fixture.at(4))
            #expect(try await fixture.changes(since: ended.cursor).lines.isEmpty)
            _ = try await fixture.store.subscribe(["ada"], to: "a", at: fixture.at(5))
            #expect(try await fixture.changes(since: ended.cursor).lines == ["a created"])
        },
        ConformanceCase("Earlier subscribers of a topic get its item when it is created") { fixture in
            _ = try await fixture.store.subscribe(["ada"], to: "a", at: fixture.at(0))
            #expect(try await fixture.changes().lines.isEmpty)
            try await fixture.put("a", for: [])
            #expect(try await fixture.changes().lines == ["a created"])
        },
        ConformanceCase("An item created and deleted in between is reported as deleted") { fixture in
            let start = try await fixture.changes().cursor
            try await fixture.put("a")
            _ = try await fixture.store.deleteItem("a", at: fixture.at(1), limit: 9)
            #expect(try await fixture.changes(since: start).lines == ["a deleted"])
            #expect(try await fixture.changes().lines.isEmpty)
        },
        ConformanceCase("Consecutive pages have no gap while items move between them") { fixture in
            let ids = (0..<7).map { TopicID("item-\($0)") ?? "item" }
            for id in ids { try await fixture.put(id) }
            var pages: [ItemChanges] = [try await fixture.changes(limit: 3)]
            _ = try await fixture.store.update("item-0", ItemUpdate(title: "Moved"), at: fixture.at(1))
            _ = try await fixture.store.update("item-6", ItemUpdate(title: "Moved"), at: fixture.at(2))
            _ = try await fixture.store.deleteItem("item-1", at: fixture.at(3), limit: 9)
            while let last = pages.last, last.hasMore {
                pages.append(try await fixture.changes(since: last.cursor, limit: 3))
            }
            let lines = pages.flatMap(\.lines)
            #expect(
                lines == [
                    "item-0 created", "item-1 created", "item-2 created", "item-3 created", "item-4 created",
                    "item-5 created", "item-0 created", "item-6 created", "item-1 deleted",
                ])
            #expect(pages.allSatisfy { $0.isWhole })
            let end = try #require(pages.last?.cursor)
            #expect(try await fixture.changes(since: end).lines.isEmpty)
        },
        ConformanceCase("A changed item that no page has shown yet is reported as created") { fixture in
            let start = try await fixture.changes().cursor
            for id in ["a", "b", "c"] as [TopicID] { try await fixture.put(id) }
            let first = try await fixture.changes(since: start, limit: 2)
            #expect(first.lines == ["a created", "b created"])
            _ = try await fixture.store.update("c", ItemUpdate(title: "T"), at: fixture.at(1))
            _ = try await fixture.store.update("a", ItemUpdate(title: "T"), at: fixture.at(2))
            let second = try await fixture.changes(since: first.cursor, limit: 2)
            // Created again, also for a reader who reads a page twice.
            #expect(second.lines == ["c created", "a created"])
            _ = try await fixture.store.update("a", ItemUpdate(title: "U"), at: fixture.at(3))
            #expect(try await fixture.changes(since: second.cursor).lines == ["a updated"])
        },
        ConformanceCase("A reader misses nothing beside many writers") { fixture in
            let start = try await fixture.changes().cursor
            async let written: Void = withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<60 {
                    group.addTask {
                        let id = TopicID("item-\(index % 20)") ?? "item"
                        try await fixture.put(id, "Version \(index)", for: ["ada"], at: Int64(index))
                    }
                }
                try await group.waitForAll()
            }
            var (cursor, seen): (String, [TopicID: Item]) = (start, [:])
            func read() async throws {
                var hasMore = true
                while hasMore {
                    let page = try await fixture.changes(since: cursor, limit: 3)
                    for change in page.changes { seen[change.itemID] = change.item }
                    (cursor, hasMore) = (page.cursor, page.hasMore)
                }
            }
            for _ in 0..<20 { try await read() }
            try await written
            try await read()
            let stored = try await fixture.store.items(of: "ada", after: nil, limit: 99)
            #expect(stored.count == 20)
            #expect(seen == Dictionary(uniqueKeysWithValues: stored.map { ($0.id, $0) }))
        },
        ConformanceCase("A cursor before a deleted deletion is too old, another is not") { fixture in
            try await fixture.put("a")
            try await fixture.put("b", for: ["ben"])
            let (ada, ben) = (try await fixture.changes().cursor, try await fixture.changes(of: "ben").cursor)
            _ = try await fixture.store.deleteItem("a", at: fixture.at(10), limit: 9)
            #expect(try await fixture.store.pruneItemDeletions(before: fixture.at(10), limit: 9) == 0)
            let after = try await fixture.changes(since: ada).cursor
            #expect(try await fixture.store.pruneItemDeletions(before: fixture.at(11), limit: 9) == 1)
            await #expect(throws: CursorTooOld.self) { try await fixture.changes(since: ada) }
            #expect(try await fixture.changes(since: after).lines.isEmpty)
            #expect(try await fixture.changes(of: "ben", since: ben).lines.isEmpty)
            #expect(try await fixture.changes().lines.isEmpty)
        },
        ConformanceCase("The whole list can be read to its end while older deletions are deleted") {
            fixture in
            for id in ["a", "b", "c", "d"] as [TopicID] { try await fixture.put(id) }
            _ = try await fixture.store.deleteItem("a", at: fixture.at(1), limit: 9)
            let first = try await fixture.changes(limit: 1)
            #expect(try await fixture.store.pruneItemDeletions(before: fixture.at(2), limit: 9) == 1)
            #expect(try await fixture.allChanges(since: first.cursor, limit: 1).lines == ["c created", "d created"])
        },
        ConformanceCase("A cursor from before a restored backup is too old") { fixture async throws in
            let reading = try await fixture.store.itemChanges(of: "ada", since: ItemCursor(caughtUpAt: 9999), limit: 9)
            #expect(reading == .cursorTooOld)
        },
    ]
}

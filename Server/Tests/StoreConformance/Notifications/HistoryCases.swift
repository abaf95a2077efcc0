import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let historyCases: [ConformanceCase] = [
        ConformanceCase("The history is newest first and belongs to one user") { scene in
            let first = try await scene.tell(at: 1)
            let second = try await scene.tell(at: 2)
            try await scene.tell("bob", at: 3)
            let third = try await scene.tell(at: 4)
            #expect(
                try await scene.store.notifications(of: "ada", before: nil, limit: 10).map(\.id)
                    == [third.id, second.id, first.id])
        },
        ConformanceCase("The history is read in pages that neither overlap nor leave out, though it grows") { scene in
            var told: [NotificationID] = []
            for second in 0..<10 { told.append(try await scene.tell(at: Int64(second)).id) }
            var read: [NotificationID] = []
            while true {
                let page = try await scene.store.notifications(of: "ada", before: read.last, limit: 3)
                if page.isEmpty { break }
                #expect(page.count <= 3)
                read += page.map(\.id)
                try await scene.tell(at: 100)
            }
            #expect(read == told.reversed())
        },
        ConformanceCase("A page of no entries is empty") { scene in
            try await scene.tell()
            #expect(try await scene.store.notifications(of: "ada", before: nil, limit: 0).isEmpty)
        },
        ConformanceCase("A line added to a timeline stands there, oldest first") { scene in
            let device = try await scene.device()
            let notification = try await scene.tell(at: 1)
            let opened = TimelineEntry(at: scene.at(9), step: .opened, deviceID: device.id)
            let shown = TimelineEntry(at: scene.at(5), step: .shown, deviceID: device.id, detail: "on the lock screen")
            try await scene.store.record(opened, for: notification.id)
            try await scene.store.record(shown, for: notification.id)
            let accepted = TimelineEntry(at: scene.at(1), step: .accepted)
            #expect(try await scene.store.timeline(of: notification.id) == [accepted, shown, opened])
        },
        ConformanceCase("Lines of the same moment stay in the order they were noted") { scene in
            let notification = try await scene.tell()
            let lines = TimelineEntry.Step.allCases.map { TimelineEntry(at: scene.at(1), step: $0) }
            for line in lines { try await scene.store.record(line, for: notification.id) }
            #expect(try await scene.store.timeline(of: notification.id).dropFirst() == lines[...])
        },
        ConformanceCase("A line for a notification that is not there is dropped") { scene in
            let unknown = NotificationID.make(at: scene.at(0))
            try await scene.store.record(TimelineEntry(at: scene.at(1), step: .shown), for: unknown)
            #expect(try await scene.store.timeline(of: unknown).isEmpty)
        },
    ]
}

import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let readingCases: [ConformanceCase] = [
        ConformanceCase("Marking as read is noted with its moment, once") { scene in
            let phone = try await scene.device()
            let notification = try await scene.tell()
            #expect(try await scene.store.markRead(notification.id, by: phone.id, at: scene.at(5)))
            #expect(try await !scene.store.markRead(notification.id, by: nil, at: scene.at(6)))
            #expect(try await scene.store.notification(notification.id)?.readAt == scene.at(5))
            let line = TimelineEntry(at: scene.at(5), step: .read, deviceID: phone.id)
            #expect(try await scene.store.timeline(of: notification.id).count { $0.step == .read } == 1)
            #expect(try await scene.store.timeline(of: notification.id).contains(line))
        },
        ConformanceCase("A notification that is not there cannot be read") { scene async throws in
            #expect(try await !scene.store.markRead(.make(at: scene.at(0)), by: nil, at: scene.at(1)))
        },
        ConformanceCase("Reading on one device clears the others that were sent it") { scene in
            let phone = try await scene.device()
            let tablet = try await scene.device(at: 1)
            let removed = try await scene.device(at: 2)
            let notification = try await scene.tell(at: 3)
            try await scene.sendAll(at: 3)
            _ = try await scene.store.removeDevice(removed.id, at: scene.at(4))
            let late = try await scene.device(at: 5)
            _ = try await scene.store.markRead(notification.id, by: phone.id, at: scene.at(6))
            let claimed = try await scene.claim(at: 6)
            #expect(claimed.map(\.purpose) == [.clear])
            #expect(claimed.map(\.device.id) == [tablet.id])
            #expect(claimed.first?.notification.readAt == scene.at(6))
            #expect(claimed.first?.badge == 0)
            #expect(late.state == .active)
        },
        ConformanceCase("Reading elsewhere than on a device clears all that were sent it") { scene in
            try await scene.device()
            try await scene.device(at: 1)
            let notification = try await scene.tell(at: 2)
            try await scene.sendAll(at: 2)
            _ = try await scene.store.markRead(notification.id, by: nil, at: scene.at(3))
            #expect(try await scene.claim(at: 3).map(\.purpose) == [.clear, .clear])
        },
        ConformanceCase("What was read is not sent any more") { scene in
            let phone = try await scene.device()
            let notification = try await scene.tell()
            _ = try await scene.store.markRead(notification.id, by: nil, at: scene.at(1))
            #expect(try await scene.claim(at: 1).isEmpty)
            #expect(try await scene.store.queueDepth() == 0)
            let cancelled = try await scene.store.timeline(of: notification.id).filter { $0.step == .cancelled }
            #expect(cancelled.map(\.deviceID) == [phone.id])
        },
        ConformanceCase("A hundred devices reading at once: one changed it") { scene in
            let notification = try await scene.tell()
            let changed = try await inParallel(100) { _ in
                try await scene.store.markRead(notification.id, by: nil, at: scene.at(1))
            }
            #expect(changed.count { $0 } == 1)
        },
    ]
}

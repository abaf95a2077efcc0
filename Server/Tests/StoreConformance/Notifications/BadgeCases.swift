import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let badgeCases: [ConformanceCase] = [
        ConformanceCase("The badge counts the user's unread notifications that have not expired") { scene in
            try await scene.tell(lasting: 10)
            let read = try await scene.tell(lasting: 100)
            try await scene.tell(lasting: 100)
            try await scene.tell("bob", lasting: 100)
            #expect(try await scene.store.badge(of: "ada", at: scene.at(1)) == 3)
            _ = try await scene.store.markRead(read.id, by: nil, at: scene.at(2))
            #expect(try await scene.store.badge(of: "ada", at: scene.at(9)) == 2)
            #expect(try await scene.store.badge(of: "ada", at: scene.at(10)) == 1)
            #expect(try await scene.store.badge(of: "ada", at: scene.at(100)) == 0)
            #expect(try await scene.store.badge(of: "nobody", at: scene.at(0)) == 0)
        },
        ConformanceCase("A claimed delivery carries the badge of that moment") { scene in
            try await scene.device()
            try await scene.device(of: "bob")
            try await scene.tell(lasting: 5)
            try await scene.tell(at: 1)
            try await scene.tell("bob", at: 1)
            let claimed = try await scene.claim(at: 4)
            #expect(claimed.filter { $0.notification.userID == "ada" }.map(\.badge) == [2, 2])
            #expect(claimed.filter { $0.notification.userID == "bob" }.map(\.badge) == [1])
        },
        ConformanceCase("An ask that has ended no longer counts") { scene in
            let phone = try await scene.device()
            let (ask, _) = try await scene.ask()
            #expect(try await scene.store.badge(of: "ada", at: scene.at(1)) == 1)
            _ = try await scene.transition(ask, scene.answer(.approve, to: ask, by: phone), at: 2)
            #expect(try await scene.store.badge(of: "ada", at: scene.at(2)) == 0)
        },
    ]
}

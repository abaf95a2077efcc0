import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("A session that lasts longer than an activity may", .timeLimit(.minutes(10)))
struct ActivityRenewalTests {
    private let bench = ActivityBench()

    private var lines: [String] { get throws { try bench.sent.map(\.line) } }

    /// A session with news every hour, for seven and a half hours.
    private func longSession() async throws -> TestPhone {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        for hour in 1...7 {
            try await bench.pass(.seconds(3600))
            try await bench.update(SessionUpdate(operation: "Hour \(hour)"))
        }
        #expect(try lines.count == 8)
        try await bench.pass(.seconds(1800))
        return phone
    }

    @Test("The new activity is started before the old one's limit; the old one ends once the new one has begun")
    func renewal() async throws {
        let phone = try await longSession()
        #expect(try lines.last == "start 5eed high processing")
        try await bench.update(SessionUpdate(status: .waiting))
        #expect(try lines.last == "update aa01 high waiting")
        try await bench.report("bb02", by: phone)
        #expect(try lines.suffix(2) == ["end aa01 low waiting", "update bb02 high waiting"])
        let ending = try #require(try bench.sent.dropLast().last)
        #expect(ending.content.dismissalDate == bench.time.now)
        #expect(try await bench.activity(of: phone)?.startedAt == bench.time.now)
        let count = try lines.count
        try await bench.pass(.seconds(3600))
        #expect(try lines.count == count)
    }

    @Test("While nothing confirms the new one, the old one goes on to its end")
    func unconfirmed() async throws {
        let phone = try await longSession()
        try await bench.pass(.seconds(1799))
        #expect(try lines.count { $0.hasPrefix("start") } == 3)
        try await bench.update(SessionUpdate(operation: "Late"))
        #expect(try lines.last == "update aa01 low processing")
        try await bench.pass(.seconds(1))
        #expect(try await bench.activity(of: phone)?.phase == .ended)
    }

    @Test("A session that fell silent is not renewed")
    func silent() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        try await bench.pass(.seconds(8 * 3600))
        #expect(try lines.count == 1)
        #expect(try await bench.activity(of: phone)?.phase == .ended)
    }
}

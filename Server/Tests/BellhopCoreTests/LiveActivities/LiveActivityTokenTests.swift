import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Tokens of Live Activities", .timeLimit(.minutes(10)))
struct LiveActivityTokenTests {
    private let bench = LiveActivityBench()

    private var lines: [String] { get throws { try bench.sent.map(\.line) } }

    private func reject(_ consequence: Rejection.Cause, _ reason: String = "Unregistered") {
        bench.gateway.script(
            .rejected(Rejection(reason: Reason(rawValue: reason), cause: consequence)))
    }

    @Test("A rotated token replaces the previous one")
    func rotation() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        try await bench.report("aa02", by: phone)
        try await bench.update(SessionUpdate(status: .waiting))
        #expect(try lines == ["start 5eed high processing", "update aa02 high waiting"])
    }

    @Test("A dead activity token is deleted; the device and its start token stay")
    func dead() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        reject(.deviceGone(since: nil))
        try await bench.update(SessionUpdate(status: .waiting))
        try await bench.update(SessionUpdate(status: .running))
        #expect(try lines.count == 2)
        let activity = try #require(try await bench.activity(of: phone))
        #expect(activity.phase == .ended)
        #expect(activity.token == nil)
        #expect(activity.reason == "Unregistered")
        #expect(try await bench.store.device(phone.device.id)?.state == .active)
        try await bench.start("run-2")
        #expect(try lines.last == "start 5eed high processing")
    }

    @Test("A rejection from before the token's registration is ignored")
    func earlierRejection() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        reject(.deviceGone(since: bench.time.now - .seconds(60)))
        try await bench.update(SessionUpdate(status: .waiting))
        try await bench.pass(.seconds(60))
        #expect(try lines.dropFirst() == ["update aa01 high waiting", "update aa01 high waiting"])
    }

    @Test("A rejected token is tried in the other environment before it is deleted", arguments: [true, false])
    func otherEnvironment(isThere: Bool) async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        reject(.deviceSuspect, "BadDeviceToken")
        if !isThere { reject(.deviceSuspect, "BadDeviceToken") }
        try await bench.update(SessionUpdate(status: .waiting))
        #expect(bench.gateway.pushes.suffix(2).map(\.environment) == [.production, .sandbox])
        #expect(try await bench.activity(of: phone)?.phase == (isThere ? .live : .ended))
        #expect(try await bench.store.device(phone.device.id)?.state == .active)
    }

    @Test("A dead start token is deleted; a suspect one is tried again with the next session")
    func startToken() async throws {
        let phone = try await bench.phone()
        reject(.deviceSuspect, "BadDeviceToken")
        reject(.deviceSuspect, "BadDeviceToken")
        try await bench.start("run-1")
        #expect(try await bench.store.startToken(of: phone.device.id) != nil)
        reject(.deviceGone(since: nil))
        try await bench.start("run-2")
        #expect(try await bench.store.startToken(of: phone.device.id) == nil)
        try await bench.start("run-3")
        #expect(try lines.count == 3)
    }

    @Test("A dismissed activity stays dismissed during the session, and starts with the next one")
    func dismissed() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        let report = LiveActivityReport(token: nil, state: .dismissed)
        _ = try await bench.sessions.report(report, on: "run-1", by: phone.key)
        try await bench.update(SessionUpdate(status: .waiting))
        try await bench.start()
        #expect(try lines.count == 1)
        try await bench.update(SessionUpdate(status: .completed))
        try await bench.start()
        #expect(try lines.last == "start 5eed high processing")
        #expect(try lines.count == 2)
    }

    @Test("A late report about the old activity neither ends the new one nor restores the old one")
    func lateReport() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        try await bench.report("aa02", by: phone)
        let late = LiveActivityReport(token: try bench.token("aa01"), state: .ended)
        _ = try await bench.sessions.report(late, on: "run-1", by: phone.key)
        #expect(try await bench.activity(of: phone)?.token == bench.token("aa02"))
        let over = LiveActivityReport(token: try bench.token("aa02"), state: .ended)
        _ = try await bench.sessions.report(over, on: "run-1", by: phone.key)
        try await bench.report("aa02", by: phone)
        #expect(try await bench.activity(of: phone)?.phase == .ended)
    }

    @Test("The activities of two phones are independent")
    func twoPhones() async throws {
        let one = try await bench.phone("One", startToken: "5e01")
        let two = try await bench.phone("Two", startToken: "5e02")
        try await bench.start()
        try await bench.report("aa01", by: one)
        try await bench.report("bb01", by: two)
        reject(.deviceGone(since: nil))
        try await bench.update(SessionUpdate(status: .waiting))
        try await bench.update(SessionUpdate(status: .running))
        #expect(Set(try lines.prefix(2)) == ["start 5e01 high processing", "start 5e02 high processing"])
        #expect(try lines.count == 5)
        let phases = try await bench.store.liveActivities(on: "run-1", of: "ada").map(\.phase)
        #expect(phases.sorted { $0.rawValue < $1.rawValue } == [.ended, .live])
    }

    @Test("A removed device gets no more pushes")
    func removed() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone)
        _ = try await bench.store.removeDevice(phone.device.id, at: bench.time.now)
        try await bench.update(SessionUpdate(status: .completed))
        try await bench.start("run-2")
        #expect(try lines.count == 1)
    }

    @Test("No token appears in descriptions")
    func secret() async throws {
        let phone = try await bench.phone()
        try await bench.running(on: phone, token: "aa01bb02cc03")
        let activity = try #require(try await bench.activity(of: phone))
        var dumped = ""
        dump(activity, to: &dumped)
        for text in [dumped, "\(activity)", String(reflecting: activity)] { #expect(!text.contains("bb02cc03")) }
    }
}

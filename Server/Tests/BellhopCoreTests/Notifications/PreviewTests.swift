import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Preview", .timeLimit(.minutes(10)))
struct PreviewTests {
    private let bench = EngineBench()

    private func preview(
        _ request: NotificationRequest = NotificationRequest(title: "T", body: "B", category: .update),
        by key: KeyRecord = .agent()
    ) async throws -> NotificationPreview {
        try await bench.notifications.preview(request, by: key)
    }

    @Test(
        "A preview is the payload that would be sent, byte for byte, with its size; nothing is stored",
        arguments: [(Platform.ios, "apns"), (.android, "fcm"), (.web, "webpush")])
    func same(_ platform: Platform, _ name: String) async throws {
        _ = try await bench.phone(platform: platform)
        let request = NotificationRequest(
            title: "T", body: "B", category: .update, options: NotificationOptions(sound: "a.caf", data: ["a": 1]))
        let payload = try #require(try await preview(request).payloads.first { $0.gateway == name })
        #expect(try await bench.store.notifications(of: "ada", before: nil, limit: 9).isEmpty)
        _ = try await bench.notifications.send(request, by: .agent(), recorder: nil)
        let gateway = ScriptedGateway()
        try await running(bench.dispatcher([platform: gateway])) { _ in await gateway.arrived(1) }
        let sent = try #require(gateway.pushes.first?.payload)
        let told = try #require(try await bench.store.notifications(of: "ada", before: nil, limit: 1).first)
        let shown = try #require(
            payload.payload["notificationId"]?.string ?? payload.payload["data"]?["notificationId"]?.string)
        let text = String(decoding: sent, as: UTF8.self).replacing(told.id.description, with: shown)
        #expect(try CanonicalJSON.text(payload.payload) == text)
        #expect(payload.size == sent.count)
        #expect(payload.limit == (platform == .web ? WebMessage.limit : 4096))
        #expect(payload.findings.isEmpty)
    }

    @Test("A preview contains the linter's findings")
    func findings() async throws {
        let request = NotificationRequest(
            title: "T", body: "token=ghp_0123456789abcdefghijABCDEFGHIJ012345", category: CategoryID("MINE"))
        let findings = try #require(try await preview(request).payloads.first?.findings)
        #expect(findings.map(\.rule) == [.unknownCategory])
    }

    @Test("A silent notification is checked as a background push")
    func silent() async throws {
        let request = NotificationRequest(title: "", body: "", options: NotificationOptions(isSilent: true))
        let payload = try #require(try await preview(request).payloads.first)
        #expect(payload.findings.isEmpty)
        #expect(payload.payload["aps"] == ["content-available": 1])
    }

    @Test("A preview has the number of devices, or the reason for none")
    func devices() async throws {
        let none = try await preview()
        #expect(none.devices == 0)
        #expect(none.reason == "the user has no device")
        let phone = try await bench.phone()
        _ = try await bench.phone("iPad")
        _ = try await bench.phone(of: "bob")
        let both = try await preview()
        #expect(both.devices == 2)
        #expect(both.reason == nil)
        try await bench.store.put(NotificationPreferences(types: [.updates: false]), of: "ada")
        let quiet = try await preview()
        #expect(quiet.devices == 0)
        #expect(quiet.reason == "the user turned off the type updates")
        try await bench.store.put(.default, of: "ada")
        for device in try await bench.store.devices(of: "ada") {
            _ = try await bench.store.removeDevice(device.id, at: bench.time.now)
        }
        let inactive = try await preview()
        #expect(inactive.reason == "none of the user's devices is active")
        #expect(phone.device.userID == "ada")
    }

    @Test("A preview has the same rules and permissions as sending")
    func rules() async {
        await expectRefusal(.invalidRequest) { try await preview(NotificationRequest(title: "", body: "B")) }
        await expectRefusal(.forbidden) { try await preview(by: TestPhone().key) }
        let other = NotificationRequest(userID: "bob", title: "T", body: "B")
        await expectRefusal(.forbidden) { try await preview(other) }
        await #expect(throws: Never.self) { try await preview(other, by: .admin()) }
    }
}

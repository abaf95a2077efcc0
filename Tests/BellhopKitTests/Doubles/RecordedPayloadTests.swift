import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
import Testing

@Suite("Recorded payloads")
struct RecordedPayloadTests {
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../BellhopModelTests/Golden").standardizedFileURL

    @Test(
        "Each is the golden file of the same name",
        arguments: RecordedPayload.all.filter { $0.name != "bellhop-update" })
    func golden(_ recorded: RecordedPayload) throws {
        let own = recorded.name.hasPrefix("bellhop-")
        let path = own ? "built/\(recorded.name.dropFirst("bellhop-".count)).json" : "received/\(recorded.name).json"
        let file = Array(try Data(contentsOf: Self.golden.appending(path: path)))
        let (ours, theirs) = try (
            CanonicalJSON.decode(JSONValue.self, from: recorded.bytes), CanonicalJSON.decode(JSONValue.self, from: file)
        )
        #expect(ours == theirs)
    }

    @Test("There is one of every kind that the catalog or a silent push has")
    func kinds() {
        let expected = Set(CategoryCatalog.all.map(\.kind)).union([.clear, .sync, .liveActivity, .unknown])
        #expect(Set(RecordedPayload.all.map(\.kind)) == expected)
    }

    @Test(
        "No push of any sender harms an app: in front, silent, and tapped with every button",
        arguments: RecordedPayload.all)
    func harmless(_ recorded: RecordedPayload) async throws {
        let phone = try await TestPhone.paired()
        let payload = try recorded.payload
        #expect(payload.kind == recorded.kind)
        let shown = await phone.center.show(payload, id: recorded.name)
        _ = await phone.bellhop.notificationArrived(shown)
        _ = await phone.bellhop.pushArrived(payload)
        let actions = payload.aps.category.flatMap { CategoryCatalog[$0] }?.actions.map(\.id) ?? []
        for action in actions + [.opened, .dismissed] {
            await phone.bellhop.responded(NotificationResponse(to: shown, action))
        }
        #expect(await phone.center.badge >= 0)
        #expect(await phone.server.transitions.isEmpty)
    }
}

import BellhopModel
import Testing

@Suite("Sample payloads")
struct SampleFileTests {
    @Test("The lint reports nothing about samples", arguments: SampleFile.names)
    func sound(_ name: String) throws {
        let report = PayloadLint().report(on: try SampleFile.bytes(name))
        #expect(report.findings == [])
        #expect(report.size <= report.limit)
    }

    @Test("Each sample names its app and can be dropped onto the Simulator", arguments: SampleFile.names)
    func simulator(_ name: String) throws {
        let bytes = try SampleFile.bytes(name)
        let payload = try PushPayload(bytes: bytes)
        #expect(payload.extra == [PayloadLint.simulatorKey: "dev.bellhop.app"])
        // `simctl push` counts the unmodified file.
        #expect(bytes.count <= PayloadLimits.regular)
    }

    @Test("Every registered category has a sample")
    func categories() throws {
        let covered = try Set(SampleFile.names.compactMap { try PushPayload(bytes: SampleFile.bytes($0)).aps.category })
        #expect(covered == Set(CategoryCatalog.all.map(\.id)))
    }

    @Test("Every kind of notification has a sample, including silent pushes and Live Activities")
    func kinds() throws {
        let payloads = try SampleFile.names.map { try PushPayload(bytes: SampleFile.bytes($0)) }
        let expected = Set(CategoryCatalog.all.map(\.kind)).union([.clear, .sync, .liveActivity])
        #expect(Set(payloads.map(\.kind)) == expected)
        #expect(Set(payloads.compactMap(\.aps.liveActivity?.event)) == Set(LiveActivityEvent.allCases))
    }

    @Test("Every enrichment has a sample")
    func enrichments() throws {
        let payloads = try SampleFile.names.map { try PushPayload(bytes: SampleFile.bytes($0)) }
        #expect(payloads.contains { $0.filesChanged != nil && $0.codePreview == nil })
        #expect(payloads.contains { $0.codePreview != nil })
        #expect(payloads.contains { $0.imageURL != nil })
        #expect(payloads.contains { $0.errorType != nil })
    }

    @Test("Sound and interruption level of each sample match its category", arguments: SampleFile.names)
    func category(_ name: String) throws {
        let aps = try PushPayload(bytes: SampleFile.bytes(name)).aps
        guard let category = aps.category.flatMap({ CategoryCatalog[$0] }) else { return }
        #expect(aps.interruptionLevel == category.interruptionLevel)
        #expect((aps.sound != nil) == category.playsSound)
    }
}

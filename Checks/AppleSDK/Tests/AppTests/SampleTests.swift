import BellhopKit
import BellhopModel
import Foundation
import Testing
@_spi(Testing) import UserNotifications

@testable import BellhopIOS

@Suite("What debug builds of the app send, and its sound") @MainActor
struct SampleTests {
    private static let app = URL(filePath: #filePath).appending(path: "../../../../../App").standardizedFileURL

    @Test("Each file of App/Payloads is a sample, as it stands")
    func files() throws {
        let folder = Self.app.appending(path: "Payloads")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "apns" }
        #expect(
            SamplePayload.all.map(\.name) == files.map { $0.deletingPathExtension().lastPathComponent }.sorted(),
            "Run Scripts/samples")
        for sample in SamplePayload.all {
            let text = try String(contentsOf: folder.appending(path: "\(sample.name).apns"), encoding: .utf8)
            #expect(
                sample.text == text.trimmingCharacters(in: .whitespacesAndNewlines),
                "Run Scripts/samples: \(sample.name)")
        }
    }

    @Test("Each sample is a payload that the kit understands", arguments: SamplePayload.all)
    func payloads(_ sample: SamplePayload) throws {
        let payload = try sample.payload()
        #expect(payload.aps.liveActivity != nil || payload.kind != .unknown)
    }

    @Test("The reminder's sound is a file of the app, in a format that notifications take, under 30 seconds")
    func sound() throws {
        guard case .named(let name) = EnrichedSound.reminder else {
            Issue.record("A reminder has no sound of its own")
            return
        }
        let bytes = [UInt8](try Data(contentsOf: Self.app.appending(path: "Bellhop/\(name)")))
        // Core Audio Format: "caff", version 1, then the description of 32 bytes with "lpcm" after the rate.
        #expect(bytes.starts(with: Array("caff".utf8) + [0, 1, 0, 0] + Array("desc".utf8)))
        #expect(Array(bytes[28..<32]) == Array("lpcm".utf8))
        #expect((bytes.count - 68) / 2 / 22_050 < 30)
    }
}

import BellhopApple
import BellhopKit
import BellhopModel
import Foundation
@_spi(Testing) import SwiftUI
import Testing
import UIKit
@_spi(Testing) import UserNotifications

@testable import BellhopIOS

/// Tests run without the app's Info.plist, like an app built without its app group.
@Suite("An app whose entitlements lack its app group", .timeLimit(.minutes(10))) @MainActor
struct MisconfigurationTests {
    @Test("The window shows the configuration error instead of the screens")
    func reason() throws {
        let delegate = AppDelegate()
        #expect(delegate.application(.shared, didFinishLaunchingWithOptions: nil))
        let error = try #require(delegate.startError)
        #expect(delegate.bellhop == nil && delegate.model == nil)
        let screen = Screen(AppWindow(delegate: delegate))
        #expect(screen.texts.first == "Bellhop cannot start")
        #expect(screen.texts.contains(String(describing: error)) && screen.buttons.isEmpty)
    }

    @Test("Every completion handler is still called, and the launch succeeds")
    func callbacks() {
        let delegate = AppDelegate()
        #expect(delegate.application(.shared, didFinishLaunchingWithOptions: nil))
        var results: [UIBackgroundFetchResult] = []
        delegate.application(.shared, didReceiveRemoteNotification: ["aps": ["content-available": 1]]) {
            results.append($0)
        }
        #expect(results == [.failed])
        var uploads = 0
        delegate.application(.shared, handleEventsForBackgroundURLSession: "uploads") { uploads += 1 }
        #expect(uploads == 1)
    }
}

@Suite("The app's sample payloads and sound") @MainActor
struct SampleTests {
    private static let app = URL(filePath: #filePath).appending(path: "../../../../../App").standardizedFileURL

    @Test("The built-in samples equal the files of App/Payloads")
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

    @Test("BellhopKit decodes each sample payload", arguments: SamplePayload.all)
    func payloads(_ sample: SamplePayload) throws {
        let payload = try sample.payload()
        #expect(payload.aps.liveActivity != nil || payload.kind != .unknown)
    }

    @Test("The reminder's sound is a bundled file, in a format that notifications support, under 30 seconds")
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

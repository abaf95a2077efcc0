import Foundation
@_spi(Testing) import SwiftUI
import Testing
import UIKit

@testable import BellhopIOS

/// Tests run without the app's Info.plist, as an app does that was built without its app group.
@Suite("The app without its app group", .timeLimit(.minutes(10))) @MainActor
struct MisconfigurationTests {
    @Test("It is not put together, and says why in place of its screens")
    func words() throws {
        Composition.launch.attempt()
        guard case .failure(let error) = Composition.launch.outcome else {
            Issue.record("There is no app group, and yet it was put together")
            return
        }
        let screen = Screen(Misconfiguration(error: error))
        #expect(screen.texts.first == "Bellhop cannot start")
        #expect(screen.texts.contains(String(describing: error)) && screen.buttons.isEmpty)
    }

    @Test("What the system waits for is still called back, and a launch goes on")
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

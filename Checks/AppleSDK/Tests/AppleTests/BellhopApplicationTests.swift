@_spi(Testing) import BackgroundTasks
import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
import Testing
@_spi(Testing) import UIKit
@_spi(Testing) import UserNotifications

@testable import BellhopApple

@Suite("What an app delegate calls")
@MainActor
struct BellhopApplicationTests {
    /// What the system was told.
    private final class Told {
        var results: [UIBackgroundFetchResult] = []
    }

    @Test("A silent push calls back once, with what came of it")
    func push() async {
        let device = AppleDevice { _ in .newData }
        let application = BellhopApplication(device.bellhop, clock: device.clock)
        let result = await withCheckedContinuation { continuation in
            application.pushArrived(["aps": ["content-available": 1], "syncType": "items"]) {
                continuation.resume(returning: $0)
            }
        }
        #expect(result == .newData)
    }

    @Test("A silent push that takes too long calls back before the system loses patience, once")
    func slowPush() async {
        let gate = Gate()
        let device = AppleDevice { _ in
            await gate.pass()
            return .newData
        }
        let application = BellhopApplication(device.bellhop, clock: device.clock)
        let told = Told()
        let result = await withCheckedContinuation { continuation in
            application.pushArrived(["aps": ["content-available": 1], "syncType": "items"]) {
                told.results.append($0)
                continuation.resume(returning: $0)
            }
            Task {
                await gate.arrived()
                await device.clock.sleepers()
                device.clock.advance(by: .seconds(25))
            }
        }
        #expect(result == .failed)
        gate.open()
        #expect(told.results == [.failed])
    }

    @Test("Links of Bellhop's lead to their place; others are given back")
    func links() async throws {
        let device = AppleDevice()
        let application = BellhopApplication(device.bellhop)
        let ask = try #require(URL(string: "bellhop://settings"))
        let pair = try #require(URL(string: "bellhop://pair?server=https://bellhop.example&code=1"))
        let rest = application.opened([UIOpenURLContext(url: ask), UIOpenURLContext(url: pair)])
        #expect(rest == [pair])
        var routes = device.bellhop.routes.makeAsyncIterator()
        let route = await routes.next()
        #expect(route?.route == .settings)
    }

    @Test("A launch asks for a token and for no permission")
    func launch() async {
        await UNUserNotificationCenter.withCenter { center in
            let application = BellhopApplication(AppleDevice().bellhop)
            #expect(application.launched(UIApplication.shared) == .bellhop)
            #expect(UIApplication.shared.isRegisteredForRemoteNotifications)
            #expect(center.prompts.isEmpty)
            #expect(application.delegateOwner == .bellhop)
        }
    }

    @Test("Signing out unregisters the app for pushes, and pairing registers it again")
    func pushes() async throws {
        let ports = try BellhopPorts.system(server: ServerLocation(), appGroup: "group.pushes")
        UIApplication.shared.registerForRemoteNotifications()
        await ports.receivePushes?(false)
        #expect(!UIApplication.shared.isRegisteredForRemoteNotifications)
        await ports.receivePushes?(true)
        #expect(UIApplication.shared.isRegisteredForRemoteNotifications)
    }

    @Test("A launch that comes late registers no background task, which would end the app")
    func lateLaunch() async {
        await UNUserNotificationCenter.withCenter { _ in
            nonisolated(unsafe) let scheduler = BGTaskScheduler.made()
            let bellhop = AppleDevice().bellhop
            let refresh = BackgroundRefresh(identifier: "late", scheduler: { scheduler }) { .noData }
            let application = BellhopApplication(bellhop, refresh: refresh)
            #expect(application.launched(.shared, isLate: true) == .bellhop)
            #expect(throws: BGTaskScheduler.Error(.notPermitted)) { try refresh.submit() }
        }
    }

    @Test("A session of uploads that is not Bellhop's is left alone")
    func foreignUploads() {
        let uploads = BackgroundUploads(folder: FileManager.default.temporaryDirectory)
        let application = BellhopApplication(AppleDevice().bellhop, uploads: uploads)
        #expect(!application.uploadsEnded("com.example.other") { Issue.record("called back") })
        #expect(uploads.owns("dev.bellhop.upload.1772000000000.0123456789abcdef"))
    }
}

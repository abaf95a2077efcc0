@_spi(Testing) import BackgroundTasks
import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
@_spi(Testing) import SwiftUI
import Testing
@_spi(Testing) import UIKit
@_spi(Testing) import UserNotifications

@testable import BellhopApple
@testable import BellhopSystem

/// The app delegate of an app, on a device with fakes.
@MainActor
private class TestAppDelegate: BellhopAppDelegate {
    let device: AppleDevice
    private(set) var started = 0
    private(set) var otherLinks: [URL] = []

    init(_ device: AppleDevice, _ configuration: BellhopConfiguration = .simulator()) {
        self.device = device
        super.init(configuration)
    }

    override func makeRuntime() throws -> BellhopRuntime {
        BellhopRuntime(configuration, device.bellhop, ports: device.ports)
    }

    override func didStart(_ bellhop: Bellhop) { started += 1 }
    override func didOpen(_ links: [URL]) { otherLinks += links }
}

/// An app delegate that is the notification center's delegate as well.
@MainActor
private final class OwnDelegate: TestAppDelegate, UNUserNotificationCenterDelegate {
    nonisolated(unsafe) var received: [String] = []  // by one thread at a time

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        received.append("present")
        completionHandler([.sound])
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        received.append("respond")
        completionHandler()
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) { received.append("settings") }
}

/// An app delegate with another superclass, which forwards each call.
@MainActor
private final class ForwardingDelegate: UIResponder, UIApplicationDelegate {
    let bellhop: BellhopAppDelegate
    private(set) var calls = 0

    init(_ bellhop: BellhopAppDelegate) {
        self.bellhop = bellhop
        super.init()
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        calls += 1
        return bellhop.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        calls += 1
        bellhop.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    }

    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) { bellhop.application(application, didFailToRegisterForRemoteNotificationsWithError: error) }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        calls += 1
        bellhop.application(
            application, didReceiveRemoteNotification: userInfo, fetchCompletionHandler: completionHandler)
    }

    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        bellhop.application(
            application, handleEventsForBackgroundURLSession: identifier, completionHandler: completionHandler)
    }

    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        bellhop.application(application, configurationForConnecting: connectingSceneSession, options: options)
    }
}

@Suite("The app delegate base class", .timeLimit(.minutes(10)))
@MainActor
struct BellhopAppDelegateTests {
    private func tap(_ center: UNUserNotificationCenter, _ payload: PushPayload, id: String) -> UNNotificationResponse {
        UNNotificationResponse(
            notification: center.arrive(UNMutableNotificationContent(payload), id: id),
            actionIdentifier: UNNotificationDefaultActionIdentifier)
    }

    private var finished: PushPayload {
        var payload = PushPayload()
        payload.sessionID = "session-7"
        payload.aps.category = .taskComplete
        payload.extra = ["order": .string("A-113")]
        return payload
    }

    private func launched(_ delegate: any UIApplicationDelegate) {
        #expect(delegate.application(.shared, didFinishLaunchingWithOptions: nil))
    }

    @Test("A launch starts Bellhop once and installs its delegate in the notification center")
    func launch() async {
        await UNUserNotificationCenter.withCenter { _ in
            let delegate = TestAppDelegate(AppleDevice())
            #expect(delegate.bellhop == nil && delegate.startError == nil)
            launched(delegate)
            delegate.sceneBecameActive()
            #expect(delegate.started == 1 && delegate.bellhop != nil && delegate.delegateOwner == .bellhop)
        }
    }

    @Test("An unpaired device pairs itself with the code of the configuration")
    func pairingCode() async {
        await UNUserNotificationCenter.withCenter { _ in
            let device = AppleDevice()
            await device.server.addCode("7K2M-Q9XT", for: Fixture.user)
            let delegate = TestAppDelegate(device, .simulator(pairingCode: "7K2M-Q9XT"))
            launched(delegate)
            delegate.application(.shared, didRegisterForRemoteNotificationsWithDeviceToken: Data([1, 2, 3, 4]))
            for await update in await device.bellhop.updates() {
                if case .registration(.registered) = update { break }
            }
        }
    }

    @Test("The tap that launched the app reaches the route modifier with the notification's own keys")
    func coldStart() async {
        await UNUserNotificationCenter.withCenter { center in
            let delegate = TestAppDelegate(AppleDevice())
            launched(delegate)
            delegate.sceneConnected(UIScene.ConnectionOptions(notificationResponse: tap(center, finished, id: "done")))
            let opened = await withCheckedContinuation { continuation in
                let modifier = RouteModifier(delegate: delegate) { continuation.resume(returning: $0) }
                let screen = Screen(Text(verbatim: "home").modifier(modifier))
                Task { await screen.run("task") }
            }
            #expect(opened.route == .session("session-7", .look))
            #expect(opened.payload?.extra["order"] == .string("A-113"))
        }
    }

    @Test("The closure of the configuration chooses the presentation in the open app")
    func presentation() async {
        await UNUserNotificationCenter.withCenter { center in
            var configuration = BellhopConfiguration.simulator()
            configuration.presentation = { notification, proposed in
                notification.payload.extra["order"] == nil ? proposed : [.list]
            }
            let delegate = TestAppDelegate(AppleDevice(), configuration)
            launched(delegate)
            let shown = await center.arriveInFront(UNMutableNotificationContent(finished), id: "done")
            #expect(shown == [.list])
            var reminder = PushPayload(type: .reminder)
            reminder.aps.alert = PushAlert(title: "Milk")
            let other = await center.arriveInFront(UNMutableNotificationContent(reminder), id: "milk")
            #expect(other == [.badge, .list, .banner, .sound])
        }
    }

    @Test("The app's own center delegate receives the notifications of the app, and none of Bellhop's")
    func ownCenterDelegate() async {
        await UNUserNotificationCenter.withCenter { center in
            let delegate = OwnDelegate(AppleDevice())
            launched(delegate)
            let own = UNMutableNotificationContent()
            own.categoryIdentifier = "OWN"
            let shown = await center.arriveInFront(own, id: "own")
            await center.respond(to: center.arrive(own, id: "own"))
            #expect(shown == [.sound])
            _ = await center.arriveInFront(UNMutableNotificationContent(finished), id: "done")
            #expect(delegate.received == ["present", "respond"])
        }
    }

    @Test("An app delegate with another superclass forwards each call, and its own methods are called")
    func forwarding() async throws {
        await UNUserNotificationCenter.withCenter { _ in
            let device = AppleDevice { _ in .newData }
            let bellhop = TestAppDelegate(device)
            let delegate = ForwardingDelegate(bellhop)
            launched(delegate)
            delegate.application(.shared, didRegisterForRemoteNotificationsWithDeviceToken: Data([1, 2]))
            let result = await withCheckedContinuation { continuation in
                delegate.application(
                    .shared, didReceiveRemoteNotification: ["aps": ["content-available": 1], "syncType": "items"]
                ) { continuation.resume(returning: $0) }
            }
            #expect(result == .newData && delegate.calls == 3)
            let scene = delegate.application(
                .shared, configurationForConnecting: .made(),
                options: UIScene.ConnectionOptions(notificationResponse: nil))
            #expect(scene.delegateClass.map { ObjectIdentifier($0) } == ObjectIdentifier(BellhopSceneDelegate.self))
        }
    }

    @Test("A link without a route is left to the app")
    func otherLinks() async throws {
        try await UNUserNotificationCenter.withCenter { _ in
            let delegate = TestAppDelegate(AppleDevice())
            launched(delegate)
            let (route, pair) = (URL(string: "bellhop://settings"), URL(string: "bellhop://pair?server=x&code=1"))
            delegate.sceneConnected(
                UIScene.ConnectionOptions(
                    notificationResponse: nil, urlContexts: [UIOpenURLContext(url: try #require(route))]))
            delegate.open(try #require(pair))
            #expect(delegate.otherLinks == [pair])
            var routes = delegate.device.bellhop.routes.makeAsyncIterator()
            let opened = await routes.next()
            #expect(opened == OpenedRoute(.settings))
        }
    }

    @Test("Permission is requested at the first launch only when the configuration says so", arguments: [true, false])
    func permission(_ asks: Bool) async {
        await UNUserNotificationCenter.withCenter { center in
            let configuration =
                asks ? BellhopConfiguration.simulator() : .production(server: "https://bellhop.example.com")
            let delegate = TestAppDelegate(AppleDevice(), configuration)
            launched(delegate)
            delegate.sceneBecameActive()
            delegate.sceneBecameActive()
            if asks { while center.prompts.isEmpty { await Task.yield() } }
            await delegate.device.bellhop.sendWaiting()
            #expect(center.prompts.count == (asks ? 1 : 0))
        }
    }

    @Test(
        "The APNs environment is the one of the provisioning profile, and production without a profile",
        arguments: [("development", .sandbox), ("production", .production), (nil, .production)]
            as [(String?, PushEnvironment)])
    func environment(_ value: String?, _ expected: PushEnvironment) {
        let profile = value.map { "\u{30}..<key>aps-environment</key>\n\t<string>\($0)</string>..<key>x</key>" }
        #expect(PushEnvironment(profile: profile.map { Data($0.utf8) }) == expected)
    }
}

@Suite("BellhopRuntime")
@MainActor
struct BellhopRuntimeTests {
    /// The results reported to the system.
    private final class Told {
        var results: [UIBackgroundFetchResult] = []
    }

    @Test("A silent push calls the completion handler once, with its result")
    func push() async {
        let device = AppleDevice { _ in .newData }
        let application = device.runtime()
        let result = await withCheckedContinuation { continuation in
            application.pushArrived(["aps": ["content-available": 1], "syncType": "items"]) {
                continuation.resume(returning: $0)
            }
        }
        #expect(result == .newData)
    }

    @Test("A silent push that takes too long calls the completion handler once, before the system's limit")
    func slowPush() async {
        let gate = Gate()
        let device = AppleDevice { _ in
            await gate.pass()
            return .newData
        }
        let application = device.runtime()
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

    @Test("Bellhop's links open their routes; other links are returned")
    func links() async throws {
        let device = AppleDevice()
        let application = device.runtime()
        let ask = try #require(URL(string: "bellhop://settings"))
        let pair = try #require(URL(string: "bellhop://pair?server=https://bellhop.example&code=1"))
        let rest = application.connected(
            UIScene.ConnectionOptions(
                notificationResponse: nil, urlContexts: [UIOpenURLContext(url: ask), UIOpenURLContext(url: pair)]))
        #expect(rest == [pair])
        var routes = device.bellhop.routes.makeAsyncIterator()
        let route = await routes.next()
        #expect(route?.route == .settings)
    }

    @Test("A launch requests a push token and no permission")
    func launch() async {
        await UNUserNotificationCenter.withCenter { center in
            let application = AppleDevice().runtime()
            #expect(application.install(in: .shared, isLate: false) == .bellhop)
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

    @Test("A late launch registers no background task")
    func lateLaunch() async {
        await UNUserNotificationCenter.withCenter { _ in
            nonisolated(unsafe) let scheduler = BGTaskScheduler.made()
            let refresh = BackgroundRefresh(identifier: "late", scheduler: { scheduler }) { .noData }
            let application = AppleDevice().runtime(refresh: refresh)
            #expect(application.install(in: .shared, isLate: true) == .bellhop)
            #expect(throws: BGTaskScheduler.Error(.notPermitted)) { try refresh.submit() }
        }
    }

    @Test("An upload session of the app is left alone")
    func foreignUploads() {
        let uploads = BackgroundUploads(folder: FileManager.default.temporaryDirectory)
        let application = AppleDevice().runtime(uploads: uploads)
        #expect(!application.uploadsEnded("com.example.other") { Issue.record("called back") })
        #expect(uploads.owns("dev.bellhop.upload.1772000000000.0123456789abcdef"))
    }
}

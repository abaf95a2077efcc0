import BellhopKit
import BellhopModel
import BellhopTesting
import Testing
@_spi(Testing) import UIKit
@_spi(Testing) import UserNotifications

@testable import BellhopApple
@testable import BellhopSystem

@Suite("The delegate of the notification center")
struct NotificationDelegateTests {
    @Test("Approve on the lock screen reaches the server before the completion handler is called, once")
    func approve() async throws {
        try await UNUserNotificationCenter.withCenter { center in
            let device = try await AppleDevice.paired()
            let (ask, content) = await device.ask()
            let delegate = NotificationDelegate(device.bellhop)
            #expect(delegate.install(in: center) == .bellhop)
            await center.respond(to: center.arrive(content, id: "ask"), action: "APPROVE_ACTION")
            let state = await device.server.ask(ask.id)?.state
            #expect(state == .approved)
            #expect(center.repeatedCompletions == 0)
        }
    }

    @Test("The completion handler is called on the main queue")
    func mainThread() async throws {
        await UNUserNotificationCenter.withCenter { center in
            let delegate = NotificationDelegate(AppleDevice().bellhop)
            let notification = center.arrive(UNMutableNotificationContent(PushPayload()), id: "x")
            let response = UNNotificationResponse(
                notification: notification, actionIdentifier: UNNotificationDefaultActionIdentifier)
            // On Linux the main queue may run on any thread.
            let key = DispatchSpecificKey<Bool>()
            DispatchQueue.main.setSpecific(key: key, value: true)
            let isMain = await withCheckedContinuation { continuation in
                delegate.userNotificationCenter(center, didReceive: response) {
                    continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
                }
            }
            #expect(isMain)
        }
    }

    @Test("A cold-start tap reported to scene and delegate counts once, and its completion handler is called once")
    @MainActor
    func coldStart() async throws {
        try await UNUserNotificationCenter.withCenter { center in
            let device = try await AppleDevice.paired()
            let (ask, content) = await device.ask()
            let application = device.runtime()
            application.install(in: .shared, isLate: false)
            let notification = center.arrive(content, id: "ask")
            let gate = Gate()
            await device.server.fail(next: .held(gate))
            _ = application.connected(
                UIScene.ConnectionOptions(
                    notificationResponse: UNNotificationResponse(
                        notification: notification, actionIdentifier: "APPROVE_ACTION")))
            await gate.arrived()
            await center.respond(to: notification, action: "APPROVE_ACTION")
            gate.open()
            var results = device.bellhop.results.makeAsyncIterator()
            let report = await results.next()
            #expect(report?.askID == ask.id)
            let transitions = await device.server.transitions[ask.id]
            #expect(transitions == 1)
            #expect(center.repeatedCompletions == 0)
        }
    }

    @Test("A cold-start tap that only the scene reports opens its route")
    @MainActor
    func coldStartRoute() async throws {
        await UNUserNotificationCenter.withCenter { center in
            let device = AppleDevice()
            let application = device.runtime()
            var payload = PushPayload()
            payload.sessionID = "session-7"
            payload.aps.category = .taskComplete
            let notification = center.arrive(UNMutableNotificationContent(payload), id: "done")
            _ = application.connected(
                UIScene.ConnectionOptions(
                    notificationResponse: UNNotificationResponse(
                        notification: notification, actionIdentifier: UNNotificationDefaultActionIdentifier)))
            var routes = device.bellhop.routes.makeAsyncIterator()
            let route = await routes.next()
            #expect(route?.route == .session("session-7", .look))
            #expect(route?.payload?.sessionID == "session-7")
        }
    }

    @Test(
        "The app's notification reaches only the app's delegate, and its second completion call is ignored")
    func host() async throws {
        await UNUserNotificationCenter.withCenter { center in
            let host = HostDelegate()
            center.delegate = host
            let delegate = NotificationDelegate(AppleDevice().bellhop)
            #expect(delegate.install(in: center) == .bellhopBefore(String(reflecting: HostDelegate.self)))
            let own = UNMutableNotificationContent()
            own.title = "The app's own"
            own.categoryIdentifier = "OWN"
            let shown = await center.arriveInFront(own, id: "own")
            #expect(shown == [.list])
            await center.respond(to: center.arrive(own, id: "own"))
            center.openSettings()
            #expect(host.received == ["present own", "respond own", "settings"])
            #expect(center.repeatedCompletions == 0)
        }
    }

    @Test("The completion handler is called when the app's own delegate never calls it")
    func silentHost() async throws {
        await UNUserNotificationCenter.withCenter { center in
            let host = HostDelegate(callsBack: false)
            let delegate = NotificationDelegate(AppleDevice().bellhop)
            delegate.install(in: center)
            delegate.follow(host)
            let own = UNMutableNotificationContent()
            own.categoryIdentifier = "OWN"
            let shown = await center.arriveInFront(own, id: "own")
            #expect(shown == [])
            await center.respond(to: center.arrive(own, id: "own"))
            #expect(host.received == ["present own", "respond own"])
        }
    }

    @Test("An ask in the open app is shown as a card and not as a banner")
    func inFront() async throws {
        try await UNUserNotificationCenter.withCenter { center in
            let device = try await AppleDevice.paired()
            let (_, content) = await device.ask()
            let delegate = NotificationDelegate(device.bellhop)
            delegate.install(in: center)
            let updates = await device.bellhop.updates()
            let shown = await center.arriveInFront(content, id: "ask")
            #expect(shown == [.badge])
            var isCard = false
            for await update in updates {
                if case .card = update { isCard = true; break }
            }
            #expect(isCard)
        }
    }

    @Test("An ask is shown as a banner when the open app shows no cards")
    func inFrontUnseen() async throws {
        try await UNUserNotificationCenter.withCenter { center in
            let device = try await AppleDevice.paired()
            let (_, content) = await device.ask()
            let delegate = NotificationDelegate(device.bellhop)
            delegate.install(in: center)
            let shown = await center.arriveInFront(content, id: "ask")
            #expect(shown == [.badge, .list, .banner, .sound])
        }
    }

    @Test("The owner of the center's delegate is reported")
    func owner() {
        let center = UNUserNotificationCenter.made()
        let delegate = NotificationDelegate(AppleDevice().bellhop)
        #expect(delegate.owner(of: center) == .missing)
        delegate.install(in: center)
        #expect(delegate.owner(of: center) == .bellhop)
        let thief = HostDelegate()
        center.delegate = thief
        #expect(delegate.owner(of: center) == .other(String(reflecting: HostDelegate.self)))
        // A second installation does not forward to itself.
        delegate.install(in: center)
        #expect(delegate.install(in: center) == .bellhopBefore(String(reflecting: HostDelegate.self)))
    }
}

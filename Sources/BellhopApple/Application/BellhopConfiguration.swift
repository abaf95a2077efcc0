#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
public import BellhopModel
import BellhopSystem
import Foundation
import UIKit

/// The settings of an app that links Bellhop, returned by ``BellhopAppDelegate/configuration``.
public struct BellhopConfiguration: Sendable {
    /// The server's address, such as `https://bellhop.example.com`; `nil` when the user chooses the server by pairing.
    public var server: String?
    /// The app group shared with the extensions, such as `group.com.example.app`; `nil` for an app without extensions.
    public var appGroup: String?
    /// The keychain group shared with the service extension, with the team's prefix; `nil` when the extension does not
    /// need the device's key.
    public var keychainGroup: String?
    /// The APNs environment of this build's tokens; `nil` reads it from the provisioning profile.
    public var environment: PushEnvironment?
    /// A code printed by `bellhop pair`, used while the device is not paired. For development.
    public var pairingCode: String?
    /// The device's name on the user's other devices; `nil` takes the system's, which is the model's name.
    public var deviceName: String?

    /// The alerts, sounds and badges that the app asks for.
    public var authorization: AuthorizationOptions = .standard
    /// The time of the question for permission to notify.
    public var permission: PermissionRequest = .byApp
    /// The app's own notification categories, registered beside Bellhop's.
    public var categories: [NotificationCategory] = []
    /// Chooses the system's presentation of a notification that arrives while the app is open; `nil` keeps Bellhop's
    /// choice, which is the second argument.
    public var presentation: Presentation?

    /// Performs Complete, Mark as Read, Reply and the app's own buttons; `nil` when the app only reads
    /// ``Bellhop/actions``.
    public var actions: (any ContentActionHandler)?
    /// Indicates whether the server keeps the app's items and messages. Replaces ``actions`` with ``ServerActions``.
    public var usesServerItems = false
    /// The app's Live Activities, such as `SystemActivities()` of BellhopLive; `nil` for an app without any.
    public var liveActivities: (any AnsweringActivityPort)?
    /// The identifier of the background refresh task, also listed in Info.plist under
    /// `BGTaskSchedulerPermittedIdentifiers`; `nil` for an app without background refresh.
    public var refreshTask: String?

    /// The presentation of a notification in the open app; the second argument is Bellhop's choice.
    public typealias Presentation =
        @Sendable (DeliveredNotification, ForegroundPresentation) async -> ForegroundPresentation

    /// The time of the question for permission to notify.
    public enum PermissionRequest: Hashable, Sendable {
        /// Never by itself: the app calls ``BellhopAppDelegate/requestAuthorization()`` when it makes sense to the user.
        case byApp
        /// When the app first comes to the front.
        case atFirstLaunch
    }

    private init() {}

    /// The configuration of a released app.
    ///
    /// - Parameters:
    ///   - server: the address, with `https`.
    ///   - appGroup: the group shared with the extensions, if there are any.
    public static func production(
        server: String, appGroup: String? = nil, keychainGroup: String? = nil,
        actions: (any ContentActionHandler)? = nil
    ) -> BellhopConfiguration {
        var configuration = BellhopConfiguration()
        configuration.server = server
        configuration.appGroup = appGroup
        configuration.keychainGroup = keychainGroup
        configuration.actions = actions
        return configuration
    }

    /// The configuration of an app whose user chooses the server, by a pairing link or in `PairingScreen` of BellhopUI.
    public static func serverChosenByUser(
        appGroup: String? = nil, keychainGroup: String? = nil
    ) -> BellhopConfiguration {
        var configuration = BellhopConfiguration()
        configuration.appGroup = appGroup
        configuration.keychainGroup = keychainGroup
        return configuration
    }

    /// The configuration for Xcode's Simulator and a server started by `bellhop serve --simulate` on the same Mac. The
    /// app needs no entitlements, and asks for permission at its first launch.
    ///
    /// - Parameter pairingCode: printed by `bellhop pair`; used once, and ignored when the device is paired.
    public static func simulator(
        server: String = "http://127.0.0.1:8787", pairingCode: String? = nil,
        actions: (any ContentActionHandler)? = nil
    ) -> BellhopConfiguration {
        var configuration = production(server: server, actions: actions)
        configuration.environment = .sandbox
        configuration.pairingCode = pairingCode
        configuration.permission = .atFirstLaunch
        return configuration
    }

    /// This app on this device.
    @MainActor var identity: AppIdentity {
        AppIdentity(
            server: server ?? "", app: Bundle.main.bundleIdentifier ?? "",
            appVersion: Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String,
            deviceName: deviceName ?? UIDevice.current.name, environment: environment ?? .current,
            locale: Locale.preferredLanguages.first, timeZone: TimeZone.current.identifier)
    }
}

extension PushEnvironment {
    /// The APNs environment of this build: `aps-environment` of the provisioning profile inside the app. A build from
    /// the App Store has no profile, and its tokens belong to production. A build for the Simulator has none either.
    static var current: PushEnvironment {
        #if targetEnvironment(simulator)
        .sandbox
        #else
        PushEnvironment(
            profile: Bundle.main.url(forResource: "embedded", withExtension: "mobileprovision")
                .flatMap { try? Data(contentsOf: $0) })
        #endif
    }

    /// - Parameter profile: a signed message (CMS) around a property list in plain text; `nil` when there is none.
    init(profile: Data?) {
        let text = profile.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let rest = text.range(of: "<key>aps-environment</key>").map { text[$0.upperBound...] }
        let value = rest?.drop { $0.isWhitespace }.hasPrefix("<string>development</string>")
        self = value == true ? .sandbox : .production
    }
}
#endif

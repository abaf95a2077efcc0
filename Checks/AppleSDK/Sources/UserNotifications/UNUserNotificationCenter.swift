// developer.apple.com/documentation/usernotifications/unusernotificationcenter
//
// Neither Sendable nor isolated, as in the SDK. Its state is in memory. Completion handlers run on its own queue,
// as
// the system's do, so that a handler isolated to the main actor traps here too.
// developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate
// On Apple platforms these methods are optional. Here they are required, so that a misspelt label does not compile. The
// async forms are left out; see the README.
// developer.apple.com/documentation/usernotifications/unnotificationserviceextension
// developer.apple.com/documentation/usernotifications/unerror

@_exported import Foundation
@_exported import FoundationGaps

open class UNUserNotificationCenter: NSObject {
    weak open var delegate: (any UNUserNotificationCenterDelegate)?

    let lock = NSLock()
    var state = State()
    let callOut = DispatchQueue(label: "UserNotifications.call-out")

    @available(*, unavailable)
    public override init() { fatalError("use current()") }

    init(state: State) {
        self.state = state
        super.init()
    }

    open class func current() -> UNUserNotificationCenter { CurrentCenter.value?.center ?? CurrentCenter.shared.center }

    open var supportsContentExtensions: Bool { true }

    // MARK: Permission

    open func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let result = Result { try ask(for: options) }
        callOut.async {
            switch result {
            case .success(let granted): completionHandler(granted, nil)
            case .failure(let error): completionHandler(false, error)
            }
        }
    }

    @discardableResult
    nonisolated(nonsending) open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        try ask(for: options)
    }

    open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        let values = locked { $0.settings }
        callOut.async { completionHandler(UNNotificationSettings(values)) }
    }

    nonisolated(nonsending) open func notificationSettings() async -> UNNotificationSettings {
        UNNotificationSettings(locked { $0.settings })
    }

    // MARK: Categories

    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        locked { $0.categories = categories }
    }

    open func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        nonisolated(unsafe) let categories = locked { $0.categories }
        callOut.async { completionHandler(categories) }
    }

    nonisolated(nonsending) open func notificationCategories() async -> Set<UNNotificationCategory> {
        locked { $0.categories }
    }

    // MARK: Requests

    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let result = Result { try take(request) }
        callOut.async {
            switch result {
            case .success: completionHandler?(nil)
            case .failure(let error): completionHandler?(error)
            }
        }
    }

    nonisolated(nonsending) open func add(_ request: UNNotificationRequest) async throws { try take(request) }

    open func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        nonisolated(unsafe) let requests = locked { $0.pending }
        callOut.async { completionHandler(requests) }
    }

    nonisolated(nonsending) open func pendingNotificationRequests() async -> [UNNotificationRequest] {
        locked { $0.pending }
    }

    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        locked { $0.pending.removeAll { identifiers.contains($0.identifier) } }
    }

    open func removeAllPendingNotificationRequests() { locked { $0.pending = [] } }

    // MARK: Delivered

    open func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        nonisolated(unsafe) let notifications = locked { $0.delivered }
        callOut.async { completionHandler(notifications) }
    }

    nonisolated(nonsending) open func deliveredNotifications() async -> [UNNotification] { locked { $0.delivered } }

    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        locked { $0.delivered.removeAll { identifiers.contains($0.request.identifier) } }
    }

    open func removeAllDeliveredNotifications() { locked { $0.delivered = [] } }

    // MARK: Badge

    @available(iOS 16.0, *)
    open func setBadgeCount(
        _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let result = Result { try mark(newBadgeCount) }
        callOut.async {
            switch result {
            case .success: completionHandler?(nil)
            case .failure(let error): completionHandler?(error)
            }
        }
    }

    @available(iOS 16.0, *)
    nonisolated(nonsending) open func setBadgeCount(_ newBadgeCount: Int) async throws { try mark(newBadgeCount) }
}

public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void)

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void)

    @available(iOS 12.0, *)
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}

open class UNNotificationServiceExtension: NSObject {
    public override init() { super.init() }

    open func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {}

    open func serviceExtensionTimeWillExpire() {}
}

public let UNErrorDomain: String = "UNErrorDomain"

public struct UNError: CustomNSError, Hashable, Sendable {
    public enum Code: Int, Sendable {
        case notificationsNotAllowed = 1
        case attachmentInvalidURL = 100
        case attachmentUnrecognizedType
        case attachmentInvalidFileSize
        case attachmentNotInDataStore
        case attachmentMoveIntoDataStoreFailed
        case attachmentCorrupt
        case notificationInvalidNoDate = 1400
        case notificationInvalidNoContent
        case contentProvidingObjectNotAllowed = 1500
        case contentProvidingInvalid
        case badgeInputInvalid = 1600
    }

    public let code: Code
    public init(_ code: Code) { self.code = code }

    public static var errorDomain: String { UNErrorDomain }
    public var errorCode: Int { code.rawValue }

    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
    public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
    public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
    public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
    public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
    public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
    public static var badgeInputInvalid: Code { .badgeInputInvalid }
}

#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
import BellhopModel
import Foundation
public import UserNotifications

/// The body of a notification service extension.
///
/// ```swift
/// final class NotificationService: BellhopServiceExtension {
///     override var appGroup: String? { "group.com.example.app" }
/// }
/// ```
///
/// Its text is readable at once, a picture follows when it comes in time, and the system is called back exactly once,
/// also when it wants the notification back. Nothing here needs more than the payload: without a network, before the
/// first unlock and with a full disk the text is still delivered.
open class BellhopServiceExtension: UNNotificationServiceExtension {
    private let runs = ServiceRuns()

    /// Which the extension shares with the app; `nil` leaves out what needs the app's records: receipts, and taking
    /// away what is over.
    open var appGroup: String? { nil }

    /// With the team's prefix; where the app keeps the device's key.
    open var keychainGroup: String? { nil }

    /// How long one notification may take, and how large its picture may be.
    open var limits: ServiceLimits { ServiceLimits() }

    /// What a run is given.
    open var ports: ServicePorts { .system(appGroup: appGroup, keychainGroup: keychainGroup) }

    open override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let content = request.content
        let handler = ContentHandler(content, contentHandler)
        let run = ServiceRun(
            PushPayload(userInfo: content.userInfo), id: request.identifier,
            over: OriginalText(title: content.title, subtitle: content.subtitle, body: content.body), ports: ports,
            limits: limits
        ) { outcome in
            handler.call { $0.showing(outcome) }
        }
        runs.start(run)
    }

    open override func serviceExtensionTimeWillExpire() { runs.expire() }
}

/// The runs under way. The system may use one extension for several notifications.
private final class ServiceRuns: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var runs: [ObjectIdentifier: ServiceRun] = [:]

    func start(_ run: ServiceRun) {
        let id = ObjectIdentifier(run)
        lock.withLock { runs[id] = run }
        // Unstructured: the system calls, and learns of the end by its content handler.
        Task {
            await run.run()
            lock.withLock { runs[id] = nil }
        }
    }

    /// Returns when all were handed over.
    func expire() {
        for run in lock.withLock({ Array(runs.values) }) { run.expire() }
    }
}
#endif

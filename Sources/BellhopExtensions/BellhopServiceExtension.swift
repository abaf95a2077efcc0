#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
import BellhopModel
import BellhopSystem
import Foundation
public import UserNotifications

/// The base class of a notification service extension.
///
/// ```swift
/// final class NotificationService: BellhopServiceExtension {
///     override var appGroup: String? { "group.com.example.app" }
/// }
/// ```
///
/// The text is set at once, a picture is attached when it arrives in time, and the content handler is called exactly
/// once, also when the extension's time expires. The text needs only the payload: it is delivered without a network,
/// before the first unlock and with a full disk.
open class BellhopServiceExtension: UNNotificationServiceExtension {
    private let runs = ServiceRuns()

    /// The app group shared with the app. `nil` leaves out receipts and the removal of notifications that are over.
    open var appGroup: String? { nil }

    /// The keychain group of the device's key, with the team's prefix.
    open var keychainGroup: String? { nil }

    /// The limits of time and of the picture's size.
    open var limits: ServiceLimits { ServiceLimits() }

    /// The services of a run.
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

/// The active runs. The system may use one extension for several notifications.
private final class ServiceRuns: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`.
    private var runs: [ObjectIdentifier: ServiceRun] = [:]

    func start(_ run: ServiceRun) {
        let id = ObjectIdentifier(run)
        lock.withLock { runs[id] = run }
        // Unstructured: the system calls synchronously, and the content handler reports the end.
        Task {
            await run.run()
            lock.withLock { runs[id] = nil }
        }
    }

    /// Delivers every active run's notification as it is.
    func expire() {
        for run in lock.withLock({ Array(runs.values) }) { run.expire() }
    }
}

/// The system's content handler with the original content. Calls the handler exactly once.
///
/// Neither is `Sendable`, although the system allows both on any thread.
final class ContentHandler: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by `lock`; `nil` after the call.
    private var pending: (content: UNNotificationContent, handler: (UNNotificationContent) -> Void)?

    init(_ content: UNNotificationContent, _ handler: @escaping (UNNotificationContent) -> Void) {
        pending = (content, handler)
    }

    /// Delivers the content that `make` creates from the original.
    ///
    /// - Returns: `false` when content was delivered before; then `make` is not called.
    @discardableResult
    func call(_ make: (UNNotificationContent) -> UNNotificationContent) -> Bool {
        let first = lock.withLock {
            defer { pending = nil }
            return pending
        }
        guard let first else { return false }
        first.handler(make(first.content))
        return true
    }

    deinit { call { $0 } }
}

extension UNNotificationContent {
    /// A copy with a run's outcome. Fields that the run does not set keep the push's values.
    func showing(_ outcome: ServiceOutcome) -> UNNotificationContent {
        guard let copy = mutableCopy() as? UNMutableNotificationContent else { return self }
        copy.apply(outcome.content)
        if let file = outcome.file, let attachment = UNNotificationAttachment.of(file) {
            copy.attachments = [attachment]
        }
        return copy
    }
}

extension UNMutableNotificationContent {
    fileprivate func apply(_ content: EnrichedContent) {
        // The system does not show a notification without text, so an empty text keeps the original.
        if !content.title.isEmpty { title = content.title }
        subtitle = content.subtitle
        if !content.body.isEmpty { body = content.body }
        if !content.threadID.isEmpty { threadIdentifier = content.threadID }
        if let category = content.category { categoryIdentifier = category.rawValue }
        // A critical sound is set by the sender and requires an entitlement.
        if interruptionLevel != .critical {
            sound = content.sound.map(UNNotificationSound.of)
            interruptionLevel = UNNotificationInterruptionLevel(content.interruptionLevel)
        }
        if let count = content.badge { badge = NSNumber(value: count) }
        relevanceScore = content.relevance
        if let target = content.targetContentID { targetContentIdentifier = target }
    }
}

extension UNNotificationAttachment {
    /// - Returns: `nil` when the system rejects the file; the notification is shown without it.
    fileprivate static func of(_ file: AttachmentFile) -> UNNotificationAttachment? {
        try? UNNotificationAttachment(
            identifier: "", url: file.url, options: [UNNotificationAttachmentOptionsTypeHintKey: file.typeIdentifier])
    }
}

extension ServicePorts {
    /// The system's services, for a service extension. An unavailable one, such as an app group that the entitlements
    /// do not list, is left out; the text is still delivered.
    public static func system(appGroup: String?, keychainGroup: String? = nil) -> ServicePorts {
        let journal = appGroup.flatMap { try? AppGroupStorage.journal(in: $0) }
        return ServicePorts(
            journal: journal, center: SystemNotificationCenter(),
            openAsks: journal.map { SharedOpenAsks(journal: $0, vault: KeychainVault(group: keychainGroup)) },
            downloads: URLSessionDownload(), pictures: CodePicture())
    }
}

/// The pending asks, from the server that the app is paired with.
struct SharedOpenAsks: OpenAsksPort {
    let journal: any Journal
    let vault: any SecretVault

    func openAsks() async -> OpenAsks? {
        guard let server = try? await PairedServerStorage(journal).read(), let url = URL(string: server) else {
            return nil
        }
        return await ServerOpenAsks(
            server: server, transport: URLSessionTransport(to: ServerLocation(url), largestResponse: 4 << 20),
            digesting: AppleDigesting(), journal: journal, vault: vault
        ).openAsks()
    }
}
#endif

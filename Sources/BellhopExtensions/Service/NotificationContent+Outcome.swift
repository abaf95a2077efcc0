#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import BellhopModel
import BellhopSystem
import Foundation
import UserNotifications

extension UNNotificationContent {
    /// A copy that shows what came of a run. What the run says nothing about stays as the push has it.
    func showing(_ outcome: ServiceOutcome) -> UNNotificationContent {
        guard let copy = mutableCopy() as? UNMutableNotificationContent else { return self }
        copy.take(outcome.content)
        if let file = outcome.file, let attachment = UNNotificationAttachment.of(file) {
            copy.attachments = [attachment]
        }
        return copy
    }
}

extension UNMutableNotificationContent {
    fileprivate func take(_ content: EnrichedContent) {
        // A notification without a text is not shown at all, so the original stands where there is nothing better.
        if !content.title.isEmpty { title = content.title }
        subtitle = content.subtitle
        if !content.body.isEmpty { body = content.body }
        if !content.threadID.isEmpty { threadIdentifier = content.threadID }
        if let category = content.category { categoryIdentifier = category.rawValue }
        // A critical sound is the sender's and the entitlement's business.
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
    /// `nil` when the system will not have it; the notification is shown without it.
    fileprivate static func of(_ file: AttachmentFile) -> UNNotificationAttachment? {
        try? UNNotificationAttachment(
            identifier: "", url: file.url, options: [UNNotificationAttachmentOptionsTypeHintKey: file.typeIdentifier])
    }
}
#endif

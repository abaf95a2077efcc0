#if canImport(UIKit) && !os(watchOS)
import Foundation
import ImageIO
import UIKit
import UserNotifications

extension UIImage {
    /// The longer side, in pixels: an extension has 24 MB, and the whole of a photograph takes twice that.
    private static let longestSide = 1200

    /// The first of `attachments` that is a picture; of one that moves, how it begins.
    ///
    /// The files are the system's: they can be read only after it was asked to let the process in.
    static func picture(in attachments: [UNNotificationAttachment]) -> UIImage? {
        attachments.lazy.compactMap { attachment in
            let isOpen = attachment.url.startAccessingSecurityScopedResource()
            defer { if isOpen { attachment.url.stopAccessingSecurityScopedResource() } }
            return thumbnail(of: attachment.url)
        }.first
    }

    private static func thumbnail(of file: URL) -> UIImage? {
        let reading = [kCGImageSourceShouldCache as String: false]
        let drawing: [String: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways as String: true,
            kCGImageSourceCreateThumbnailWithTransform as String: true,
            kCGImageSourceThumbnailMaxPixelSize as String: longestSide,
        ]
        guard let source = CGImageSourceCreateWithURL(file as CFURL, reading as CFDictionary),
            let image = CGImageSourceCreateThumbnailAtIndex(source, 0, drawing as CFDictionary)
        else { return nil }
        return UIImage(cgImage: image)
    }
}
#endif

// developer.apple.com/documentation/usernotifications/unnotificationattachment

public let UNNotificationAttachmentOptionsTypeHintKey: String = "UNNotificationAttachmentOptionsTypeHintKey"
public let UNNotificationAttachmentOptionsThumbnailHiddenKey: String =
    "UNNotificationAttachmentOptionsThumbnailHiddenKey"
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey: String =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"
public let UNNotificationAttachmentOptionsThumbnailTimeKey: String = "UNNotificationAttachmentOptionsThumbnailTimeKey"

open class UNNotificationAttachment: NSObject, NSCopying {
    private let name: String
    private let place: URL
    private let kind: String

    @available(*, unavailable)
    public override init() { fatalError("not offered") }

    init(name: String, place: URL, kind: String) {
        self.name = name
        self.place = place
        self.kind = kind
        super.init()
    }

    /// Refuses what the system refuses: a file that is not there, a type it cannot show, one that is too large.
    public convenience init(identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil) throws {
        guard URL.isFileURL, let size = try? FileManager.default.attributesOfItem(atPath: URL.path)[.size] as? Int
        else {
            throw UNError(.attachmentInvalidURL)
        }
        let hint = options?[UNNotificationAttachmentOptionsTypeHintKey] as? String
        guard let (kind, limit) = Self.kinds[URL.pathExtension.lowercased()] ?? hint.flatMap(Self.kind(named:)) else {
            throw UNError(.attachmentUnrecognizedType)
        }
        guard size > 0, size <= limit else { throw UNError(.attachmentInvalidFileSize) }
        self.init(name: identifier.isEmpty ? UUID().uuidString : identifier, place: URL, kind: hint ?? kind)
    }

    open var identifier: String { name }
    open var url: URL { place }
    open var type: String { kind }
    open func copy(with zone: NSZone? = nil) -> Any { self }

    private static let megabyte = 1 << 20
    /// By file extension: uniform type identifier and limit in bytes.
    private static let kinds: [String: (String, Int)] = [
        "png": ("public.png", 10 * megabyte), "gif": ("com.compuserve.gif", 10 * megabyte),
        "jpg": ("public.jpeg", 10 * megabyte), "jpeg": ("public.jpeg", 10 * megabyte),
        "heic": ("public.heic", 10 * megabyte),
        "aiff": ("public.aiff-audio", 5 * megabyte), "aif": ("public.aiff-audio", 5 * megabyte),
        "wav": ("com.microsoft.waveform-audio", 5 * megabyte), "mp3": ("public.mp3", 5 * megabyte),
        "m4a": ("public.mpeg-4-audio", 5 * megabyte),
        "mpg": ("public.mpeg", 50 * megabyte), "mpeg": ("public.mpeg", 50 * megabyte),
        "mp4": ("public.mpeg-4", 50 * megabyte), "m4v": ("com.apple.m4v-video", 50 * megabyte),
        "avi": ("public.avi", 50 * megabyte),
    ]

    private static func kind(named name: String) -> (String, Int)? { kinds.values.first { $0.0 == name } }
}

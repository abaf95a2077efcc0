// developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct

@_exported import Foundation

public struct UTType: Hashable, Sendable {
    public let identifier: String
    public let preferredFilenameExtension: String?
    public let preferredMIMEType: String?

    public init?(_ identifier: String) {
        guard let found = Self.known.first(where: { $0.identifier == identifier }) else { return nil }
        self = found
    }
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        guard let found = Self.known.first(where: { $0.preferredFilenameExtension == filenameExtension }) else {
            return nil
        }
        self = found
    }
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        guard let found = Self.known.first(where: { $0.preferredMIMEType == mimeType }) else { return nil }
        self = found
    }

    private init(_ identifier: String, _ fileExtension: String?, _ mime: String?) {
        self.identifier = identifier
        preferredFilenameExtension = fileExtension
        preferredMIMEType = mime
    }

    public static let data = Self("public.data", nil, nil)
    public static let image = Self("public.image", nil, nil)
    public static let png = Self("public.png", "png", "image/png")
    public static let jpeg = Self("public.jpeg", "jpeg", "image/jpeg")
    public static let gif = Self("com.compuserve.gif", "gif", "image/gif")
    public static let heic = Self("public.heic", "heic", "image/heic")
    public static let mp3 = Self("public.mp3", "mp3", "audio/mpeg")
    public static let wav = Self("com.microsoft.waveform-audio", "wav", "audio/vnd.wave")
    public static let aiff = Self("public.aiff-audio", "aiff", "audio/aiff")
    public static let mpeg4Audio = Self("public.mpeg-4-audio", "m4a", "audio/mp4")
    public static let mpeg4Movie = Self("public.mpeg-4", "mp4", "video/mp4")
    public static let plainText = Self("public.plain-text", "txt", "text/plain")
    public static let json = Self("public.json", "json", "application/json")
    public static let url = Self("public.url", nil, nil)

    private static let known = [
        png, jpeg, gif, heic, mp3, wav, aiff, mpeg4Audio, mpeg4Movie, plainText, json, url, data, image,
    ]
}

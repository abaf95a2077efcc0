import BellhopFoundation

/// A file type that can be attached to a notification (Apple, *UNNotificationAttachment*, "Supported file types"). HEIC
/// is missing in that table, but has been supported since iOS 15.
package enum AttachmentType: String, Hashable, Sendable, CaseIterable {
    case png, jpeg, gif, heic
    case aiff, wav, mp3, m4a
    case mpeg, mp4, m4v, avi

    package enum Medium: Hashable, Sendable, CaseIterable {
        case image, audio, video
    }

    package var medium: Medium {
        switch self {
        case .png, .jpeg, .gif, .heic: .image
        case .aiff, .wav, .mp3, .m4a: .audio
        case .mpeg, .mp4, .m4v, .avi: .video
        }
    }

    /// The file name's extension, from which the system determines the type.
    package var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .mpeg: "mpg"
        default: rawValue
        }
    }

    /// The uniform type identifier.
    package var identifier: String {
        switch self {
        case .png: "public.png"
        case .jpeg: "public.jpeg"
        case .gif: "com.compuserve.gif"
        case .heic: "public.heic"
        case .aiff: "public.aiff-audio"
        case .wav: "com.microsoft.waveform-audio"
        case .mp3: "public.mp3"
        case .m4a: "com.apple.m4a-audio"
        case .mpeg: "public.mpeg"
        case .mp4: "public.mpeg-4"
        case .m4v: "com.apple.m4v-video"
        case .avi: "public.avi"
        }
    }
}

extension AttachmentType {
    /// The type of a file by its first bytes; `nil` when it cannot be attached.
    /// - Parameter head: at least ``headLength`` bytes, or the whole file if it is shorter.
    init?(head: [UInt8]) {
        func holds(_ text: StaticString, at offset: Int) -> Bool {
            text.withUTF8Buffer { head.dropFirst(offset).starts(with: $0) }
        }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if holds("GIF87a", at: 0) || holds("GIF89a", at: 0) {
            self = .gif
        } else if holds("RIFF", at: 0), holds("WAVE", at: 8) {
            self = .wav
        } else if holds("RIFF", at: 0), holds("AVI ", at: 8) {
            self = .avi
        } else if holds("FORM", at: 0), holds("AIFF", at: 8) || holds("AIFC", at: 8) {
            self = .aiff
        } else if holds("ftyp", at: 4) {
            guard let type = Self(brand: String(decoding: head.dropFirst(8).prefix(4), as: UTF8.self)) else {
                return nil
            }
            self = type
        } else if head.starts(with: [0, 0, 1, 0xBA]) || head.starts(with: [0, 0, 1, 0xB3]) {
            self = .mpeg
        } else if holds("ID3", at: 0) || Self.isMP3Frame(head) {
            self = .mp3
        } else {
            return nil
        }
    }

    static let headLength = 16

    /// The major brand of an ISO base media file (ISO/IEC 14496-12 §4.3; brands as registered at mp4ra.org).
    private init?(brand: String) {
        switch brand {
        case "heic", "heix", "heim", "heis", "mif1", "msf1", "hevc": self = .heic
        case "M4A ", "M4B ": self = .m4a
        case "M4V ", "M4VH", "M4VP": self = .m4v
        case "isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "dash", "MSNV": self = .mp4
        default: return nil
        }
    }

    /// MPEG-1 or -2, layer III: eleven bits of sync, a version, a layer and a bit rate that exist (ISO/IEC 11172-3
    /// §2.4).
    private static func isMP3Frame(_ head: [UInt8]) -> Bool {
        guard head.count >= 3, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 else { return false }
        return head[1] & 0x18 != 0x08 && head[1] & 0x06 == 0x02 && head[2] & 0xF0 != 0xF0 && head[2] & 0x0C != 0x0C
    }
}

extension AttachmentType {
    /// The type of a file by its first bytes *and* its content type; `nil` when they contradict each other.
    ///
    /// - Parameter contentType: the header's value. `application/octet-stream` and a missing value match any type.
    init?(contentType: String?, head: [UInt8]) {
        guard let seen = Self(head: head) else { return nil }
        let declared = (contentType ?? "").prefix { $0 != ";" }.trimmed.lowercased()
        if ["", "application/octet-stream", "binary/octet-stream"].contains(declared) {
            self = seen
            return
        }
        guard let named = Self.byContentType[declared] else { return nil }
        // These types share a container format, whose brand is not exact.
        let container: Set<Self> = [.mp4, .m4v, .m4a]
        guard seen == named || (container.contains(seen) && container.contains(named)) else { return nil }
        self = named
    }

    /// Registered content types (IANA), and others that servers use.
    private static let byContentType: [String: Self] = [
        "image/png": .png, "image/jpeg": .jpeg, "image/jpg": .jpeg, "image/gif": .gif, "image/heic": .heic,
        "image/heif": .heic, "audio/aiff": .aiff, "audio/x-aiff": .aiff, "audio/wav": .wav, "audio/x-wav": .wav,
        "audio/wave": .wav, "audio/vnd.wave": .wav, "audio/mpeg": .mp3, "audio/mp3": .mp3, "audio/mp4": .m4a,
        "audio/m4a": .m4a, "audio/x-m4a": .m4a, "video/mpeg": .mpeg, "video/mp4": .mp4, "video/x-m4v": .m4v,
        "video/avi": .avi, "video/x-msvideo": .avi, "video/vnd.avi": .avi,
    ]
}

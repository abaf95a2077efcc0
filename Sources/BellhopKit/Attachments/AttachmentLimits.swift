/// Limits on the size and the source of an attachment.
public struct AttachmentLimits: Hashable, Sendable {
    /// In bytes. Apple takes images of 10 MB, audio of 5 MB and video of 50 MB.
    public var image: Int
    public var audio: Int
    public var video: Int
    /// From the first request to the last byte.
    public var time: Duration
    public var redirects: Int
    /// Only these hosts, by lower-case name; `nil` for any.
    public var hosts: Set<String>?
    /// Addresses and names of private networks too, for those whose pictures lie at home.
    public var allowsPrivateHosts: Bool
    /// This machine, and without TLS. For tests.
    public var allowsLoopback: Bool

    public init(
        image: Int = 10_000_000, audio: Int = 5_000_000, video: Int = 50_000_000, time: Duration = .seconds(20),
        redirects: Int = 3, hosts: Set<String>? = nil, allowsPrivateHosts: Bool = false, allowsLoopback: Bool = false
    ) {
        self.image = image
        self.audio = audio
        self.video = video
        self.time = time
        self.redirects = redirects
        self.hosts = hosts
        self.allowsPrivateHosts = allowsPrivateHosts
        self.allowsLoopback = allowsLoopback
    }

    /// For a service extension, whose 24 MB of memory the system also needs to read the file, and whose seconds are few.
    public static let forExtension = Self(image: 5_000_000, audio: 5_000_000, video: 15_000_000, time: .seconds(8))

    func bytes(of medium: AttachmentType.Medium) -> Int {
        switch medium {
        case .image: image
        case .audio: audio
        case .video: video
        }
    }

    /// The limit of the largest type, in bytes.
    var mostBytes: Int { max(image, audio, video) }
}

/// Why there is no attachment. The notification is shown without it.
package enum AttachmentFailure: Error, Hashable, Sendable {
    /// The address, or one that it led to, is none that is fetched from: not https, with a password, a private host.
    case addressRefused
    case tooManyRedirects
    /// Not 200.
    case status(Int)
    /// Nothing that can be attached, or not what its server calls it.
    case typeRefused
    /// More than is allowed, as announced or as it came.
    case tooLarge
    /// Less came than was announced.
    case cutShort
    case timedOut
    /// No answer, or the connection broke.
    case unreachable
    /// The file could not be written.
    case storage
}

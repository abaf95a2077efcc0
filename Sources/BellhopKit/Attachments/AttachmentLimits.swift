/// Limits on the size and the source of an attachment.
public struct AttachmentLimits: Hashable, Sendable {
    /// The maximum size of a picture, in bytes. Apple accepts images of 10 MB, audio of 5 MB and video of 50 MB.
    public var image: Int
    public var audio: Int
    public var video: Int
    /// The time limit from the first request to the last byte.
    public var time: Duration
    public var redirects: Int
    /// The allowed hosts, in lower case; `nil` for any.
    public var hosts: Set<String>?
    /// Allows addresses and names of private networks, for pictures on a home server.
    public var allowsPrivateHosts: Bool
    /// Allows this machine, without TLS. For tests.
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

    /// The limits for a service extension, which has 24 MB of memory, part of it for the system, and little time.
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

/// The reason for a missing attachment. The notification is shown without it.
package enum AttachmentFailure: Error, Hashable, Sendable {
    /// The address or a redirect is not allowed: not https, with a password, or a private host.
    case addressRefused
    case tooManyRedirects
    /// The status is not 200.
    case status(Int)
    /// The file cannot be attached, or is not of the declared type.
    case typeRefused
    /// The announced or received size exceeds the limit.
    case tooLarge
    /// The body is shorter than announced.
    case cutShort
    case timedOut
    /// There was no response, or the connection was lost.
    case unreachable
    /// The file could not be written.
    case storage
}

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

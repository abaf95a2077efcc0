/// Why nothing can be paired with.
public enum PairingProblem: Error, Hashable, Sendable {
    /// It is no pairing link at all.
    case notALink
    /// It is one, with something missing, twice, or not to be read.
    case broken
    /// The server's address is none.
    case notAnAddress
    /// The server is reached over the internet without encryption: everybody between could read the device's key.
    case notEncrypted(host: String)
    /// The code is none that a server gives.
    case notACode
}

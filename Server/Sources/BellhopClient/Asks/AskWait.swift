public import BellhopModel

/// What came of waiting for an answer.
public enum AskWait: Hashable, Sendable {
    /// The ask has ended, one way or another.
    case ended(Ask)
    /// The waiting side's own deadline came first. The ask may still be pending: close it.
    ///
    /// - Parameter lastFailure: what kept the client from the server, if it could not reach it in the end.
    case gaveUp(lastFailure: ClientError?)
}

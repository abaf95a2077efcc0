/// Why no connection came about: not a byte of a request has left. Each holds what NIO says, or one of those below.
enum ConnectFailure: Error {
    /// Nobody was reached.
    case unreachable(any Error)
    /// Somebody was, with whom TLS could not be established.
    case handshake(any Error)

    /// The other side ended the connection.
    struct Closed: Error {}

    /// The other side says nothing.
    struct Silence: Error {}
}

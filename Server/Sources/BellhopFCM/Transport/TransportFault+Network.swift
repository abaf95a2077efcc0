import AsyncHTTPClient
import BellhopPush
import NIOCore
import NIOPosix
import NIOSSL

extension TransportFault {
    /// What a network library's error means.
    init(network error: any Error) {
        switch error {
        case let fault as TransportFault: self = fault
        case let error as HTTPClientError: self.init(reason: Self.reason(error))
        case is NIOConnectionError, is SocketAddressError, is NIOSSLError, is NIOSSLExtraError, is BoringSSLError,
            ChannelError.connectTimeout:
            self.init(reason: .unreachable)
        // The client has no connection it could have lost when connecting itself fails.
        case let error as IOError where [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT].contains(error.errnoCode):
            self.init(reason: .unreachable)
        default: self.init(reason: .connectionLost)
        }
    }

    private static func reason(_ error: HTTPClientError) -> Reason {
        switch error {
        case .deadlineExceeded, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout: .timeout
        case .connectTimeout, .tlsHandshakeTimeout: .unreachable
        case .alreadyShutdown, .cancelled: .shuttingDown
        default: .connectionLost
        }
    }
}

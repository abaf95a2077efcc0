import BellhopHTTP2
import BellhopPush
import NIOConcurrencyHelpers
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Resolves host names with the system's resolver, on threads of its own: a name whose servers do not respond blocks a
/// thread for up to a minute.
struct HostResolver: Sendable {
    let threads: NIOThreadPool

    /// The addresses of `host`, in the order in which the system would try them.
    ///
    /// - Parameter host: A name, an IPv4 address, or an IPv6 address in brackets.
    /// - Throws: ``TransportError`` with `unreachable` when there is none; `CancellationError`, without waiting for the
    ///   system.
    func addresses(of host: String) async throws -> [NetworkAddress] {
        let lookup = Lookup()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard lookup.begin(continuation) else { return }
                threads.submit { state in
                    lookup.finish(
                        state == .active
                            ? Result { try Self.lookUp(host) } : .failure(TransportError(reason: .shuttingDown)))
                }
            }
        } onCancel: {
            lookup.finish(.failure(CancellationError()))
        }
    }

    /// Ends a lookup once: with its result, or with the cancellation of its task.
    private final class Lookup: Sendable {
        private enum State {
            case new, ended
            case running(CheckedContinuation<[NetworkAddress], any Error>)
        }

        private let state = NIOLockedValueBox(State.new)

        /// - Returns: `false` when the task was cancelled before; the continuation has then been resumed.
        func begin(_ continuation: CheckedContinuation<[NetworkAddress], any Error>) -> Bool {
            let begins = state.withLockedValue { state in
                guard case .new = state else { return false }
                state = .running(continuation)
                return true
            }
            if !begins { continuation.resume(throwing: CancellationError()) }
            return begins
        }

        func finish(_ result: Result<[NetworkAddress], any Error>) {
            let continuation = state.withLockedValue { state -> CheckedContinuation<[NetworkAddress], any Error>? in
                defer { state = .ended }
                guard case .running(let continuation) = state else { return nil }
                return continuation
            }
            continuation?.resume(with: result)
        }
    }

    private static func lookUp(_ host: String) throws -> [NetworkAddress] {
        let name = host.first == "[" ? String(host.dropFirst().dropLast()) : host
        var hints = addrinfo()
        hints.ai_socktype = stream
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &list) == 0, let list else { throw TransportError(reason: .unreachable) }
        defer { freeaddrinfo(list) }
        let addresses = sequence(first: list, next: \.pointee.ai_next).compactMap { address($0.pointee) }
        guard !addresses.isEmpty else { throw TransportError(reason: .unreachable) }
        return addresses
    }

    private static func address(_ info: addrinfo) -> NetworkAddress? {
        switch info.ai_family {
        case AF_INET:
            info.ai_addr.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                withUnsafeBytes(of: address.pointee.sin_addr) { NetworkAddress($0) }
            }
        case AF_INET6:
            info.ai_addr.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                withUnsafeBytes(of: address.pointee.sin6_addr) { NetworkAddress($0) }
            }
        default: nil
        }
    }

    #if canImport(Glibc)
    private static let stream = CInt(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif
}

import Foundation
import Logging
import NIOCore
import Synchronization

/// The open connections of the listener. Limits the number of unauthenticated connections.
///
/// Above a limit the oldest unauthenticated connection is closed: of the same address, or of the address with the most
/// connections. A new caller is therefore always served, and has as long to send a request as others take to open that
/// many connections. Authenticated connections are never closed for others.
final class ConnectionTable: Sendable {
    /// The limits of connections.
    struct Limits: Sendable, Hashable {
        /// The maximum of all connections.
        var total: Int
        /// The maximum of connections without a valid key.
        var strangers: Int
        /// The maximum of connections without a valid key from one address.
        var strangersPerAddress: Int

        init(total: Int, strangers: Int, strangersPerAddress: Int) {
            self.total = total
            self.strangers = strangers
            self.strangersPerAddress = strangersPerAddress
        }

        /// - Parameter descriptors: the number of files and sockets that the process may open. An eighth, at least 64,
        ///   is reserved for the database, the gateways and other files.
        init(descriptors: Int) {
            total = max(32, descriptors - max(64, descriptors / 8))
            strangers = max(16, min(descriptors / 2, 8192))
            strangersPerAddress = max(8, min(strangers / 2, 1024))
        }
    }

    fileprivate struct Connection {
        let number: UInt64
        let address: RemoteAddress
        var isStranger = true
    }

    fileprivate struct Arrival {
        let number: UInt64
        let channel: any Channel
    }

    fileprivate struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        /// The unauthenticated connections of each address, oldest first.
        var strangers: [RemoteAddress: [Arrival]] = [:]
        var strangerCount = 0
        var next: UInt64 = 0
    }

    private let limits: Limits
    private let logger: Logger
    private let state = Mutex(State())
    private let said = ErrorLog(every: .seconds(10))

    init(_ limits: Limits, logger: Logger) {
        self.limits = limits
        self.logger = logger
    }

    /// Counts an accepted connection until it is closed.
    func opened(_ channel: any Channel) {
        let address = RemoteAddress(channel.remoteAddress)
        let id = ObjectIdentifier(channel)
        let victims = state.withLock { state in
            state.add(channel, id, address)
            var victims: [any Channel] = []
            while state.strangers[address, default: []].count > limits.strangersPerAddress {
                victims.append(contentsOf: state.dropOldest(of: address))
            }
            while state.strangerCount > limits.strangers
                || (state.connections.count > limits.total && state.strangerCount > 0)
            {
                guard let crowd = state.largestCrowd else { break }
                victims.append(contentsOf: state.dropOldest(of: crowd))
            }
            return victims
        }
        channel.closeFuture.whenComplete { [weak self] _ in self?.state.withLock { $0.remove(id) } }
        close(victims)
    }

    /// Records that the connection has presented a valid key.
    func trust(_ channel: any Channel) {
        state.withLock { $0.trust(ObjectIdentifier(channel)) }
    }

    /// Closes some unauthenticated connections when the system has no descriptor left.
    func makeRoom() {
        let victims = state.withLock { state in
            var victims: [any Channel] = []
            while victims.count < 16, let crowd = state.largestCrowd {
                victims.append(contentsOf: state.dropOldest(of: crowd))
            }
            return victims
        }
        close(victims)
    }

    var counts: (all: Int, strangers: Int) { state.withLock { ($0.connections.count, $0.strangerCount) } }

    private func close(_ victims: [any Channel]) {
        guard !victims.isEmpty else { return }
        for victim in victims { victim.close(promise: nil) }
        guard let count = said.count(victims.count) else { return }
        logger.warning(
            "Too many connections without a key: the oldest are closed", metadata: ["closed": "\(count)"])
    }
}

extension ConnectionTable.State {
    fileprivate mutating func add(_ channel: any Channel, _ id: ObjectIdentifier, _ address: RemoteAddress) {
        next += 1
        connections[id] = .init(number: next, address: address)
        strangers[address, default: []].append(.init(number: next, channel: channel))
        strangerCount += 1
    }

    fileprivate mutating func trust(_ id: ObjectIdentifier) {
        guard let connection = connections[id], connection.isStranger else { return }
        connections[id]?.isStranger = false
        forget(connection)
    }

    fileprivate mutating func remove(_ id: ObjectIdentifier) {
        guard let connection = connections.removeValue(forKey: id) else { return }
        if connection.isStranger { forget(connection) }
    }

    /// - Returns: the channel to close, if there is one.
    fileprivate mutating func dropOldest(of address: RemoteAddress) -> [any Channel] {
        guard let oldest = strangers[address]?.first else { return [] }
        remove(ObjectIdentifier(oldest.channel))
        return [oldest.channel]
    }

    fileprivate var largestCrowd: RemoteAddress? { strangers.max { $0.value.count < $1.value.count }?.key }

    private mutating func forget(_ connection: ConnectionTable.Connection) {
        guard var crowd = strangers[connection.address],
            let index = crowd.firstIndex(where: { $0.number == connection.number })
        else { return }
        strangers[connection.address] = nil
        crowd.remove(at: index)
        if !crowd.isEmpty { strangers[connection.address] = crowd }
        strangerCount -= 1
    }
}

/// The network of a peer: one IPv4 address, or the /64 of an IPv6 address, all of which one host may use (RFC 6177 §2).
struct RemoteAddress: Hashable, Sendable {
    /// The compared bytes; empty when the peer has no address.
    private let bytes: [UInt8]

    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            bytes = withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address):
            let all = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            // An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2).
            let isMapped = all.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
            bytes = Array(isMapped ? all.suffix(4) : all.prefix(8))
        case .unixDomainSocket, nil:
            bytes = []
        }
    }
}

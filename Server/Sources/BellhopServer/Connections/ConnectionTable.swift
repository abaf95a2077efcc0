import BellhopFoundation
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
        var unauthenticated: Int
        /// The maximum of connections without a valid key from one address.
        var unauthenticatedPerAddress: Int

        init(total: Int, unauthenticated: Int, unauthenticatedPerAddress: Int) {
            self.total = total
            self.unauthenticated = unauthenticated
            self.unauthenticatedPerAddress = unauthenticatedPerAddress
        }

        /// - Parameter descriptors: the number of files and sockets that the process may open. An eighth, at least 64,
        ///   is reserved for the database, the gateways and other files.
        init(descriptors: Int) {
            total = max(32, descriptors - max(64, descriptors / 8))
            unauthenticated = max(16, min(descriptors / 2, 8192))
            unauthenticatedPerAddress = max(8, min(unauthenticated / 2, 1024))
        }
    }

    fileprivate struct Connection {
        let number: UInt64
        let address: RemoteAddress
        var isUnauthenticated = true
    }

    fileprivate struct Arrival {
        let number: UInt64
        let channel: any Channel
    }

    fileprivate struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        /// The unauthenticated connections of each address, oldest first.
        var unauthenticated: [RemoteAddress: [Arrival]] = [:]
        var unauthenticatedCount = 0
        var next: UInt64 = 0
    }

    private let limits: Limits
    private let logger: Logger
    private let state = Mutex(State())
    private let errorLog = ErrorLog(every: .seconds(10))

    init(_ limits: Limits, logger: Logger) {
        self.limits = limits
        self.logger = logger
    }

    /// Counts an accepted connection until it is closed.
    func opened(_ channel: any Channel) {
        let address = RemoteAddress(channel.remoteAddress)
        let id = ObjectIdentifier(channel)
        let excess = state.withLock { state in
            state.add(channel, id, address)
            var excess: [any Channel] = []
            while state.unauthenticated[address, default: []].count > limits.unauthenticatedPerAddress {
                excess.append(contentsOf: state.dropOldest(of: address))
            }
            while state.unauthenticatedCount > limits.unauthenticated
                || (state.connections.count > limits.total && state.unauthenticatedCount > 0)
            {
                guard let busiest = state.busiestAddress else { break }
                excess.append(contentsOf: state.dropOldest(of: busiest))
            }
            return excess
        }
        channel.closeFuture.whenComplete { [weak self] _ in self?.state.withLock { $0.remove(id) } }
        close(excess)
    }

    /// Records that the connection has presented a valid key.
    func trust(_ channel: any Channel) {
        state.withLock { $0.trust(ObjectIdentifier(channel)) }
    }

    /// Closes some unauthenticated connections when the system has no descriptor left.
    func closeOldest() {
        let excess = state.withLock { state in
            var excess: [any Channel] = []
            while excess.count < 16, let busiest = state.busiestAddress {
                excess.append(contentsOf: state.dropOldest(of: busiest))
            }
            return excess
        }
        close(excess)
    }

    var counts: (all: Int, unauthenticated: Int) { state.withLock { ($0.connections.count, $0.unauthenticatedCount) } }

    private func close(_ excess: [any Channel]) {
        guard !excess.isEmpty else { return }
        for channel in excess { channel.close(promise: nil) }
        guard let count = errorLog.count(excess.count) else { return }
        logger.warning(
            "Too many connections without a key: the oldest are closed", metadata: ["closed": "\(count)"])
    }
}

extension ConnectionTable.State {
    fileprivate mutating func add(_ channel: any Channel, _ id: ObjectIdentifier, _ address: RemoteAddress) {
        next += 1
        connections[id] = .init(number: next, address: address)
        unauthenticated[address, default: []].append(.init(number: next, channel: channel))
        unauthenticatedCount += 1
    }

    fileprivate mutating func trust(_ id: ObjectIdentifier) {
        guard let connection = connections[id], connection.isUnauthenticated else { return }
        connections[id]?.isUnauthenticated = false
        removeUnauthenticated(connection)
    }

    fileprivate mutating func remove(_ id: ObjectIdentifier) {
        guard let connection = connections.removeValue(forKey: id) else { return }
        if connection.isUnauthenticated { removeUnauthenticated(connection) }
    }

    /// - Returns: the channel to close, if there is one.
    fileprivate mutating func dropOldest(of address: RemoteAddress) -> [any Channel] {
        guard let oldest = unauthenticated[address]?.first else { return [] }
        remove(ObjectIdentifier(oldest.channel))
        return [oldest.channel]
    }

    fileprivate var busiestAddress: RemoteAddress? { unauthenticated.max { $0.value.count < $1.value.count }?.key }

    private mutating func removeUnauthenticated(_ connection: ConnectionTable.Connection) {
        guard var arrivals = unauthenticated[connection.address],
            let index = arrivals.firstIndex(where: { $0.number == connection.number })
        else { return }
        unauthenticated[connection.address] = nil
        arrivals.remove(at: index)
        if !arrivals.isEmpty { unauthenticated[connection.address] = arrivals }
        unauthenticatedCount -= 1
    }
}

/// The network of a peer: one IPv4 address, or the /64 of an IPv6 address, all of which one host may use (RFC 6177 §2).
struct RemoteAddress: Hashable, Sendable {
    /// The compared bytes; empty when the peer has no address.
    private let bytes: [UInt8]

    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            // `sin_addr` (ip(7)): the module that declares the field depends on the platform.
            bytes = withUnsafeBytes(of: address.address) { Array($0[4..<8]) }
        case .v6(let address):
            // `sin6_addr` (ipv6(7)).
            let all = withUnsafeBytes(of: address.address) { Array($0[8..<24]) }
            // An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2).
            let isMapped = all.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
            bytes = Array(isMapped ? all.suffix(4) : all.prefix(8))
        case .unixDomainSocket, nil:
            bytes = []
        }
    }
}

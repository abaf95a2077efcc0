import BellhopGatewayHTTP
import BellhopModel
import BellhopPush

/// The HTTP clients of the gateway: one for each host, which connects to one checked address only.
///
/// The address is resolved and checked here, and the client is then pinned to it. A check that leaves the connection to
/// another lookup would be useless, because the owner of a name can change the address in between (DNS rebinding).
actor PinnedClients {
    /// The right to send through a client. ``release(_:)`` must follow.
    struct Lease: Sendable {
        fileprivate let id: UInt64
        let host: String
        let client: GatewayHTTPClient
    }

    private struct Entry {
        let host: String
        let address: NetworkAddress
        /// The other addresses of the host, for the case that this one cannot be reached.
        var alternatives: [NetworkAddress]
        var resolvedAt: Timestamp
        let client: GatewayHTTPClient
        var leases = 0
        var lastUse: UInt64 = 0
    }

    /// The age at which a host is resolved again.
    static let freshness = Duration.seconds(300)
    /// The age up to which an address is used while its host is being resolved again, or cannot be.
    static let staleness = Duration.seconds(3600)
    /// The maximum number of hosts with a client. There are four large push services; others occur because clients
    /// choose them.
    static let mostHosts = 64

    private let resolve: @Sendable (String) async throws -> [NetworkAddress]
    private let permits: @Sendable (String, NetworkAddress) -> Bool
    private let makeClient: @Sendable (String, NetworkAddress) -> GatewayHTTPClient
    /// All clients, including replaced ones with leases.
    private var entries: [UInt64: Entry] = [:]
    /// The client for new leases, by host.
    private var current: [String: UInt64] = [:]
    private var resolving: Set<String> = []
    private var counter: UInt64 = 0
    private var isShutDown = false

    /// - Parameters:
    ///   - resolve: Throws ``TransportError`` when there are no addresses.
    ///   - permits: Returns whether the gateway may connect to an address of a host.
    ///   - makeClient: Makes a client that connects to this address instead of resolving the host.
    init(
        resolve: @escaping @Sendable (String) async throws -> [NetworkAddress],
        permits: @escaping @Sendable (String, NetworkAddress) -> Bool,
        makeClient: @escaping @Sendable (String, NetworkAddress) -> GatewayHTTPClient
    ) {
        self.resolve = resolve
        self.permits = permits
        self.makeClient = makeClient
    }

    /// - Throws: ``ForbiddenAddress`` when the host has no permitted address, ``TransportError`` when it has none,
    ///   `CancellationError`.
    func lease(for host: String, at now: Timestamp) async throws -> Lease {
        let age = client(for: host).map { now - $0.entry.resolvedAt }
        // A negative age means that the clock was set back.
        if let known = client(for: host), let age, .zero <= age,
            age < Self.freshness || age < Self.staleness && resolving.contains(host)
        {
            return lease(known.id, known.entry)
        }
        resolving.insert(host)
        defer { resolving.remove(host) }
        let addresses: [NetworkAddress]
        do {
            addresses = try await resolve(host)
        } catch let error as TransportError {
            guard let known = client(for: host), let age, .zero <= age, age < Self.staleness else { throw error }
            return lease(known.id, known.entry)
        }
        // A client that is made now would never be shut down.
        guard !isShutDown else { throw TransportError(reason: .shuttingDown) }
        let permitted = addresses.filter { permits(host, $0) }
        guard let first = permitted.first else {
            await close(retire(host))
            throw ForbiddenAddress()
        }
        if let known = client(for: host), permitted.contains(known.entry.address) {
            entries[known.id]?.resolvedAt = now
            entries[known.id]?.alternatives = permitted.filter { $0 != known.entry.address }
            return lease(known.id, known.entry)
        }
        // Actors are reentrant: nothing may be awaited before the state is complete.
        let replaced = retire(host)
        let added = add(host, first, permitted.dropFirst(), at: now)
        let lease = lease(added.id, added.entry)
        await close(replaced + evict())
        return lease
    }

    /// Replaces the address of the lease, which could not be reached, for later leases.
    ///
    /// - Returns: `true` if there is another address to try.
    func replaceAddress(of lease: Lease) async -> Bool {
        // Another send may have replaced it.
        guard current[lease.host] == lease.id, let entry = entries[lease.id] else { return current[lease.host] != nil }
        let replaced = retire(lease.host)
        let next = entry.alternatives.first
        if let next { add(lease.host, next, entry.alternatives.dropFirst(), at: entry.resolvedAt) }
        await close(replaced)
        return next != nil
    }

    func release(_ lease: Lease) async {
        entries[lease.id]?.leases -= 1
        if current[lease.host] != lease.id { await close(removeIfUnused(lease.id)) }
    }

    /// Closes all connections. Requests in flight fail.
    func shutDown() async {
        isShutDown = true
        let clients = entries.values.map(\.client)
        entries = [:]
        current = [:]
        await close(clients)
    }

    /// The client for new leases.
    private func client(for host: String) -> (id: UInt64, entry: Entry)? {
        current[host].flatMap { id in entries[id].map { (id, $0) } }
    }

    private func lease(_ id: UInt64, _ entry: Entry) -> Lease {
        counter += 1
        entries[id]?.leases += 1
        entries[id]?.lastUse = counter
        return Lease(id: id, host: entry.host, client: entry.client)
    }

    @discardableResult
    private func add(
        _ host: String, _ address: NetworkAddress, _ alternatives: ArraySlice<NetworkAddress>, at now: Timestamp
    ) -> (id: UInt64, entry: Entry) {
        counter += 1
        let entry = Entry(
            host: host, address: address, alternatives: Array(alternatives), resolvedAt: now,
            client: makeClient(host, address), lastUse: counter)
        entries[counter] = entry
        current[host] = counter
        return (counter, entry)
    }

    /// - Returns: The clients that the caller must close.
    private func retire(_ host: String) -> [GatewayHTTPClient] {
        current.removeValue(forKey: host).map(removeIfUnused) ?? []
    }

    private func removeIfUnused(_ id: UInt64) -> [GatewayHTTPClient] {
        guard let entry = entries[id], entry.leases == 0 else { return [] }
        entries[id] = nil
        return [entry.client]
    }

    /// Retires the hosts without leases that were used least recently, down to the limit.
    private func evict() -> [GatewayHTTPClient] {
        let unused = current.values.compactMap { entries[$0] }.filter { $0.leases == 0 }
        return unused.sorted { $0.lastUse < $1.lastUse }.prefix(max(current.count - Self.mostHosts, 0))
            .flatMap { retire($0.host) }
    }

    private func close(_ clients: [GatewayHTTPClient]) async {
        for client in clients { await client.shutDown() }
    }
}

/// The host of an endpoint has only addresses outside of the internet.
struct ForbiddenAddress: Error {}

import BellhopHTTP2
import BellhopModel
import BellhopPush

/// The checked addresses of endpoints' hosts.
///
/// An address is resolved and checked here, and the connection is then made to this address. A check that leaves the
/// connection to another lookup would be useless, because the owner of a name can change the address in between (DNS
/// rebinding).
actor EndpointAddresses {
    private struct Entry {
        /// Not empty. The first one is in use; the others are for the case that it cannot be reached.
        var addresses: [NetworkAddress]
        let resolvedAt: Timestamp
        var lastUse: UInt64 = 0
    }

    /// The age at which a host is resolved again.
    static let freshness = Duration.seconds(300)
    /// The age up to which an address is used while its host is being resolved again, or cannot be.
    static let staleness = Duration.seconds(3600)
    /// The maximum number of hosts. There are four large push services; others occur because clients choose them.
    static let mostHosts = 1024

    private let resolve: @Sendable (String) async throws -> [NetworkAddress]
    private let permits: @Sendable (String, NetworkAddress) -> Bool
    private var entries: [String: Entry] = [:]
    private var resolving: Set<String> = []
    private var uses: UInt64 = 0

    /// - Parameters:
    ///   - resolve: Throws ``TransportError`` when there are no addresses.
    ///   - permits: Returns whether the gateway may connect to an address of a host.
    init(
        resolve: @escaping @Sendable (String) async throws -> [NetworkAddress],
        permits: @escaping @Sendable (String, NetworkAddress) -> Bool
    ) {
        self.resolve = resolve
        self.permits = permits
    }

    /// The address to connect to. It changes only when it cannot be reached, or no longer belongs to the host.
    ///
    /// - Throws: ``ForbiddenAddress`` when the host has no permitted address, ``TransportError`` when it has none,
    ///   `CancellationError`.
    func address(of host: String, at now: Timestamp) async throws -> NetworkAddress {
        let maximumAge = resolving.contains(host) ? Self.staleness : Self.freshness
        if let known = known(host, at: now, maximumAge: maximumAge) { return known }
        resolving.insert(host)
        defer { resolving.remove(host) }
        let found: [NetworkAddress]
        do {
            found = try await resolve(host)
        } catch let error as TransportError {
            guard let known = known(host, at: now, maximumAge: Self.staleness) else { throw error }
            return known
        }
        let permitted = found.filter { permits(host, $0) }
        let current = entries.removeValue(forKey: host)?.addresses.first
        guard let address = permitted.first(where: { $0 == current }) ?? permitted.first else {
            throw ForbiddenAddress()
        }
        if entries.count >= Self.mostHosts, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
        }
        uses += 1
        let others = permitted.filter { $0 != address }
        entries[host] = Entry(addresses: [address] + others, resolvedAt: now, lastUse: uses)
        return address
    }

    /// Removes an address that could not be reached, until the host is resolved again.
    ///
    /// - Returns: The address to try instead; `nil` if there is none.
    func next(after address: NetworkAddress, of host: String) -> NetworkAddress? {
        // Another push may have removed it.
        if entries[host]?.addresses.first == address { entries[host]?.addresses.removeFirst() }
        guard let next = entries[host]?.addresses.first else {
            entries[host] = nil
            return nil
        }
        return next
    }

    private func known(_ host: String, at now: Timestamp, maximumAge: Duration) -> NetworkAddress? {
        guard let entry = entries[host] else { return nil }
        let age = now - entry.resolvedAt
        // A negative age means that the clock was set back.
        guard .zero <= age, age < maximumAge else { return nil }
        uses += 1
        entries[host]?.lastUse = uses
        return entry.addresses.first
    }
}

/// The host of an endpoint has only addresses outside of the internet.
struct ForbiddenAddress: Error {}

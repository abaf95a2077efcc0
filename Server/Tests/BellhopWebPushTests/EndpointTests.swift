import BellhopGatewayHTTP
import BellhopModel
import BellhopPush
import NIOPosix
import Synchronization
import Testing

@testable import BellhopWebPush

extension NetworkAddress {
    /// An address in the notation of the system.
    static func test(_ text: String) async throws -> NetworkAddress {
        let threads = NIOThreadPool(numberOfThreads: 1)
        threads.start()
        let addresses = try await HostResolver(threads: threads).addresses(of: text)
        try await threads.shutdownGracefully()
        return try #require(addresses.first)
    }
}

@Suite("Addresses of endpoints", .timeLimit(.minutes(10)))
struct NetworkAddressTests {
    @Test(
        "of the internet are public",
        arguments: [
            "17.188.143.34", "142.250.1.95", "34.107.243.93", "1.1.1.1", "100.63.255.255", "100.128.0.0",
            "172.15.255.255",
            "172.32.0.0", "192.167.1.1", "198.17.0.1", "198.20.0.1", "223.255.255.255", "168.63.129.15",
            "[2606:4700:4700::1111]", "[2a00:1450:4001::5f]", "[2001:4860:4860::8888]", "[2001:200::1]", "[3ffe::1]",
            "[64:ff9b::1.1.1.1]",
        ])
    func isPublic(text: String) async throws { #expect(try await NetworkAddress.test(text).isPublic) }

    @Test(
        "of this machine, of private networks and of special purposes are not",
        arguments: [
            "127.0.0.1", "127.1", "0.0.0.0", "0", "2130706433", "0x7f000001", "0177.0.0.1", "10.0.0.1",
            "10.255.255.255",
            "100.64.0.1", "100.100.100.200", "100.127.255.255", "169.254.169.254", "168.63.129.16", "172.16.0.1",
            "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255",
            "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
            "[::]", "[::1]", "[::127.0.0.1]", "[::ffff:127.0.0.1]", "[::ffff:8.8.8.8]", "[fe80::1]", "[fec0::1]",
            "[fc00::1]",
            "[fd00:ec2::254]", "[ff02::1]", "[2001::1]", "[2001:db8::1]", "[2002:7f00:1::]", "[3fff::1]", "[100::1]",
            "[64:ff9b::10.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::1]", "[5f00::1]",
        ])
    func isNotPublic(text: String) async throws { #expect(try await !NetworkAddress.test(text).isPublic) }

    @Test("are written as the system reads them", arguments: ["1.2.3.4", "[2606:4700:4700::1111]", "[::1]"])
    func text(text: String) async throws {
        let address = try await NetworkAddress.test(text)
        let written = address.bytes.count == 16 ? "[\(address)]" : "\(address)"
        #expect(try await NetworkAddress.test(written) == address)
    }
}

@Suite("Clients of hosts", .timeLimit(.minutes(10)))
struct PinnedClientsTests {
    /// A resolver whose results the test sets, and the clients made for them.
    private final class Names: Sendable {
        let results = Mutex<[String: [String]]>([:])
        let lookups = Mutex<[String]>([])
        let made = Mutex<[String]>([])

        func clients() throws -> PinnedClients {
            let trust = try GatewayTrust(.system)
            return PinnedClients(
                resolve: { host in
                    self.lookups.withLock { $0.append(host) }
                    guard let texts = self.results.withLock({ $0[host] }) else {
                        throw TransportError(reason: .unreachable)
                    }
                    var addresses: [NetworkAddress] = []
                    for text in texts { addresses.append(try await .test(text)) }
                    return addresses
                },
                permits: { _, address in address.isPublic },
                makeClient: { host, address in
                    self.made.withLock { $0.append("\(host) \(address)") }
                    return GatewayHTTPClient(
                        trust: trust, connectDeadline: .seconds(1),
                        eventLoopGroup: MultiThreadedEventLoopGroup.singleton)
                })
        }

        func set(_ host: String, _ addresses: [String]?) { results.withLock { $0[host] = addresses } }
    }

    private let names = Names()

    /// Takes and returns a lease.
    private func use(_ host: String, _ clients: PinnedClients, at now: Timestamp = .test) async throws {
        await clients.release(try await clients.lease(for: host, at: now))
    }

    @Test("are pinned to the checked address, and are kept when the name changes its address")
    func pinned() async throws {
        let clients = try names.clients()
        names.set("a.example", ["1.1.1.1"])
        try await use("a.example", clients)
        names.set("a.example", ["127.0.0.1"])
        try await use("a.example", clients, at: .test + .seconds(299))
        #expect(names.made.withLock { $0 } == ["a.example 1.1.1.1"])
        #expect(names.lookups.withLock { $0.count } == 1)
        // The next lookup finds the private address.
        await #expect(throws: ForbiddenAddress.self) { try await use("a.example", clients, at: .test + .seconds(300)) }
        await #expect(throws: ForbiddenAddress.self) { try await use("a.example", clients, at: .test + .seconds(301)) }
        await clients.shutDown()
    }

    @Test("use only the public addresses of a name")
    func filtered() async throws {
        let clients = try names.clients()
        names.set("a.example", ["10.0.0.1", "1.0.0.1", "[::1]"])
        names.set("b.example", ["10.0.0.1", "[fd00::1]"])
        try await use("a.example", clients)
        await #expect(throws: ForbiddenAddress.self) { try await use("b.example", clients) }
        #expect(names.made.withLock { $0 } == ["a.example 1.0.0.1"])
        await clients.shutDown()
    }

    @Test("are replaced when their address is no longer one of the name's")
    func replaced() async throws {
        let clients = try names.clients()
        names.set("a.example", ["1.1.1.1", "1.0.0.1"])
        try await use("a.example", clients)
        names.set("a.example", ["1.0.0.1", "1.1.1.1"])
        try await use("a.example", clients, at: .test + .seconds(300))
        names.set("a.example", ["8.8.8.8"])
        try await use("a.example", clients, at: .test + .seconds(600))
        #expect(names.made.withLock { $0 } == ["a.example 1.1.1.1", "a.example 8.8.8.8"])
        await clients.shutDown()
    }

    @Test("are kept for an hour when the name cannot be resolved")
    func stale() async throws {
        let clients = try names.clients()
        names.set("a.example", ["1.1.1.1"])
        try await use("a.example", clients)
        names.set("a.example", nil)
        try await use("a.example", clients, at: .test + .seconds(3599))
        await #expect(throws: TransportError.self) { try await use("a.example", clients, at: .test + .seconds(3600)) }
        #expect(names.made.withLock { $0.count } == 1)
        await clients.shutDown()
    }

    @Test("go on to the next address when one cannot be reached, then resolve the name again")
    func alternatives() async throws {
        let clients = try names.clients()
        names.set("a.example", ["1.1.1.1", "1.0.0.1"])
        let first = try await clients.lease(for: "a.example", at: .test)
        let second = try await clients.lease(for: "a.example", at: .test)
        #expect(await clients.replaceAddress(of: first))
        // Both sends failed; only one of them replaces the address.
        #expect(await clients.replaceAddress(of: second))
        for lease in [first, second] { await clients.release(lease) }
        let third = try await clients.lease(for: "a.example", at: .test)
        #expect(await !clients.replaceAddress(of: third))
        await clients.release(third)
        #expect(names.made.withLock { $0 } == ["a.example 1.1.1.1", "a.example 1.0.0.1"])
        #expect(names.lookups.withLock { $0.count } == 1)
        try await use("a.example", clients)
        #expect(names.lookups.withLock { $0.count } == 2)
        await clients.shutDown()
    }

    @Test("are limited in number; the least recently used is closed, unless it is in use")
    func limit() async throws {
        let clients = try names.clients()
        let hosts = (0...PinnedClients.mostHosts).map { "\($0).example" }
        for host in hosts { names.set(host, ["1.1.1.1"]) }
        let held = try await clients.lease(for: hosts[0], at: .test)
        for host in hosts.dropFirst() { try await use(host, clients) }
        // The first is in use, so the second was closed.
        try await use(hosts[0], clients)
        #expect(names.lookups.withLock { $0.count } == hosts.count)
        try await use(hosts[1], clients)
        #expect(names.lookups.withLock { $0.count } == hosts.count + 1)
        await clients.release(held)
        await clients.shutDown()
    }
}

import BellhopHTTP2
import BellhopModel
import BellhopPush
import NIOConcurrencyHelpers
import NIOPosix
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

@Suite("Addresses of hosts", .timeLimit(.minutes(10)))
struct EndpointAddressesTests {
    /// A resolver whose results the test sets.
    private final class Names: Sendable {
        let results = NIOLockedValueBox<[String: [NetworkAddress]]>([:])
        let lookups = NIOLockedValueBox<[String]>([])

        func addresses() -> EndpointAddresses {
            EndpointAddresses(
                resolve: { host in
                    self.lookups.withLockedValue { $0.append(host) }
                    guard let addresses = self.results.withLockedValue({ $0[host] }) else {
                        throw TransportError(reason: .unreachable)
                    }
                    return addresses
                },
                permits: { _, address in address.isPublic })
        }

        func set(_ host: String, _ texts: [String]) async throws {
            var addresses: [NetworkAddress] = []
            for text in texts { addresses.append(try await .test(text)) }
            results.withLockedValue { [addresses] in $0[host] = addresses }
        }
    }

    private let names = Names()
    private let addresses: EndpointAddresses

    init() { addresses = names.addresses() }

    private func address(of host: String, after age: Duration = .zero) async throws -> String {
        "\(try await addresses.address(of: host, at: .test + age))"
    }

    @Test("are kept for five minutes, and checked again when the name is resolved again")
    func pinned() async throws {
        try await names.set("a.example", ["1.1.1.1"])
        #expect(try await address(of: "a.example") == "1.1.1.1")
        try await names.set("a.example", ["127.0.0.1"])
        #expect(try await address(of: "a.example", after: .seconds(299)) == "1.1.1.1")
        #expect(names.lookups.withLockedValue { $0.count } == 1)
        // The next lookup finds the private address.
        for age in [300, 301] {
            await #expect(throws: ForbiddenAddress.self) {
                try await address(of: "a.example", after: .seconds(Int64(age)))
            }
        }
    }

    @Test("are the public ones only")
    func filtered() async throws {
        try await names.set("a.example", ["10.0.0.1", "1.0.0.1", "[::1]"])
        try await names.set("b.example", ["10.0.0.1", "[fd00::1]"])
        #expect(try await address(of: "a.example") == "1.0.0.1")
        await #expect(throws: ForbiddenAddress.self) { try await address(of: "b.example") }
    }

    @Test("are replaced only when they are no longer those of the name")
    func replaced() async throws {
        try await names.set("a.example", ["1.1.1.1", "1.0.0.1"])
        #expect(try await address(of: "a.example") == "1.1.1.1")
        try await names.set("a.example", ["1.0.0.1", "1.1.1.1"])
        #expect(try await address(of: "a.example", after: .seconds(300)) == "1.1.1.1")
        try await names.set("a.example", ["8.8.8.8"])
        #expect(try await address(of: "a.example", after: .seconds(600)) == "8.8.8.8")
        #expect(names.lookups.withLockedValue { $0.count } == 3)
    }

    @Test("are kept for an hour when the name cannot be resolved")
    func stale() async throws {
        try await names.set("a.example", ["1.1.1.1"])
        #expect(try await address(of: "a.example") == "1.1.1.1")
        names.results.withLockedValue { $0 = [:] }
        #expect(try await address(of: "a.example", after: .seconds(3599)) == "1.1.1.1")
        await #expect(throws: TransportError.self) { try await address(of: "a.example", after: .seconds(3600)) }
    }

    @Test("are resolved again when the clock was set back")
    func clock() async throws {
        try await names.set("a.example", ["1.1.1.1"])
        #expect(try await address(of: "a.example") == "1.1.1.1")
        #expect(try await address(of: "a.example", after: .seconds(-1)) == "1.1.1.1")
        #expect(names.lookups.withLockedValue { $0.count } == 2)
    }

    @Test("are followed by the next one when one cannot be reached, and are then resolved again")
    func alternatives() async throws {
        try await names.set("a.example", ["1.1.1.1", "1.0.0.1"])
        let first = try await addresses.address(of: "a.example", at: .test)
        let second = try #require(await addresses.next(after: first, of: "a.example"))
        #expect("\(second)" == "1.0.0.1")
        // A second push failed too; only one of them removes the address.
        #expect(await addresses.next(after: first, of: "a.example") == second)
        #expect(try await address(of: "a.example") == "1.0.0.1")
        #expect(await addresses.next(after: second, of: "a.example") == nil)
        #expect(names.lookups.withLockedValue { $0.count } == 1)
        #expect(try await address(of: "a.example") == "1.1.1.1")
        #expect(names.lookups.withLockedValue { $0.count } == 2)
    }

    @Test("are limited in number; those of the host that was used least recently are removed")
    func limit() async throws {
        let hosts = (0...EndpointAddresses.mostHosts).map { "\($0).example" }
        let one = try await NetworkAddress.test("1.1.1.1")
        for host in hosts { names.results.withLockedValue { $0[host] = [one] } }
        for host in hosts.dropLast() { _ = try await address(of: host) }
        _ = try await address(of: hosts[0])
        _ = try await address(of: hosts[hosts.count - 1])
        #expect(names.lookups.withLockedValue { $0.count } == hosts.count)
        // The second was removed.
        _ = try await address(of: hosts[0])
        #expect(names.lookups.withLockedValue { $0.count } == hosts.count)
        _ = try await address(of: hosts[1])
        #expect(names.lookups.withLockedValue { $0.count } == hosts.count + 1)
    }
}

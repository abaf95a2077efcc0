import Testing

@testable import BellhopClient

@Suite("Server addresses")
struct ServerAddressTests {
    @Test(
        "Addresses are parsed and printed again",
        arguments: [
            ("http://127.0.0.1:8787", "http://127.0.0.1:8787", "127.0.0.1", 8787),
            ("https://push.example.org", "https://push.example.org", "push.example.org", 443),
            ("https://push.example.org:443/", "https://push.example.org", "push.example.org", 443),
            ("HTTPS://push.example.org/bell/hop/", "https://push.example.org/bell/hop", "push.example.org", 443),
            ("http://[::1]:8787", "http://[::1]:8787", "::1", 8787),
            ("http://localhost", "http://localhost", "localhost", 80),
            ("https://bücher.example", "https://xn--bcher-kva.example", "xn--bcher-kva.example", 443),
            ("https://xn--bcher-kva.example.", "https://xn--bcher-kva.example.", "xn--bcher-kva.example.", 443),
            ("http://[fe80::1%25eth0]:8787", "http://[fe80::1%25eth0]:8787", "fe80::1%eth0", 8787),
        ])
    func reading(_ text: String, _ written: String, _ host: String, _ port: Int) throws {
        let address = try ServerAddress(text)
        #expect(address.description == written)
        #expect(address.host == host)
        #expect(address.port == port)
    }

    @Test(
        "The server name for TLS has no trailing dot, and is absent for an IP address",
        arguments: [
            ("https://push.example.org", "push.example.org"), ("https://push.example.org.", "push.example.org"),
            ("https://127.0.0.1", nil), ("https://[::1]", nil), ("https://[fe80::1%25eth0]", nil),
            ("https://127.0.0.1.example.org", "127.0.0.1.example.org"),
        ])
    func serverName(_ text: String, _ name: String?) throws {
        let address = try ServerAddress(text)
        #expect(address.serverName == name)
    }

    @Test("The Host field has no IPv6 zone identifier")
    func zone() throws {
        #expect(try ServerAddress("http://[fe80::1%25eth0]:8787").authority == "[fe80::1]:8787")
        #expect(try ServerAddress("http://[::1]").authority == "[::1]")
    }

    @Test(
        "Invalid addresses are rejected",
        arguments: [
            "", "localhost:8787", "push.example.org", "ftp://x", "http://", "https://user:pass@x", "https://x?key=1",
            "https://x#a", "http://x:99999", "/v1", "http://a%0D%0Ab", "http://b%C3%BCcher.example", "http://a b",
        ])
    func refused(_ text: String) { #expect(throws: ClientError.self) { try ServerAddress(text) } }

    @Test(
        "A key is sent in clear only over http to another machine",
        arguments: [
            ("http://127.0.0.1", false), ("http://localhost", false), ("http://[::1]", false),
            ("https://a.example", false),
            ("http://a.example", true), ("http://192.168.0.2", true),
        ])
    func inClear(_ text: String, _ isClear: Bool) throws { #expect(try ServerAddress(text).sendsInClear == isClear) }
}

import BellhopClient
import Testing

@Suite("Server addresses")
struct ServerAddressTests {
    @Test(
        "Addresses are read and written again",
        arguments: [
            ("http://127.0.0.1:8787", "http://127.0.0.1:8787", "127.0.0.1", 8787),
            ("https://push.example.org", "https://push.example.org", "push.example.org", 443),
            ("https://push.example.org:443/", "https://push.example.org", "push.example.org", 443),
            ("HTTPS://push.example.org/bell/hop/", "https://push.example.org/bell/hop", "push.example.org", 443),
            ("http://[::1]:8787", "http://[::1]:8787", "::1", 8787),
            ("http://localhost", "http://localhost", "localhost", 80),
        ])
    func reading(_ text: String, _ written: String, _ host: String, _ port: Int) throws {
        let address = try ServerAddress(text)
        #expect(address.description == written)
        #expect(address.host == host)
        #expect(address.port == port)
    }

    @Test(
        "What is no address is refused",
        arguments: [
            "", "localhost:8787", "push.example.org", "ftp://x", "http://", "https://user:pass@x", "https://x?key=1",
            "https://x#a", "http://x:99999", "/v1",
        ])
    func refused(_ text: String) { #expect(throws: ClientError.self) { try ServerAddress(text) } }

    @Test(
        "A key in clear is only harmless on this machine",
        arguments: [
            ("http://127.0.0.1", false), ("http://localhost", false), ("http://[::1]", false),
            ("https://a.example", false),
            ("http://a.example", true), ("http://192.168.0.2", true),
        ])
    func clear(_ text: String, _ isClear: Bool) throws { #expect(try ServerAddress(text).sendsInClear == isClear) }
}

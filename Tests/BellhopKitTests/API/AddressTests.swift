import Foundation
import Testing

@testable import BellhopKit

@Suite("Request addresses")
struct AddressTests {
    @Test(
        "A path is appended to the server's address",
        arguments: [
            ("https://bellhop.example", "https://bellhop.example/v1/asks?state=pending"),
            ("https://bellhop.example/", "https://bellhop.example/v1/asks?state=pending"),
            ("https://example.com:8443/bellhop/", "https://example.com:8443/bellhop/v1/asks?state=pending"),
            ("http://studio.local:7788", "http://studio.local:7788/v1/asks?state=pending"),
        ])
    func path(_ server: String, _ whole: String) throws {
        let address = ServerLocation(URL(string: server))
        let url = try address.url(for: "/v1/asks?state=pending")
        #expect(url.absoluteString == whole)
    }

    @Test("Events use a WebSocket, with the same encryption as requests")
    func webSocket() throws {
        let secure = try ServerLocation(URL(string: "https://a.example")).url(for: "/v1/events", webSocket: true)
        let plain = try ServerLocation(URL(string: "http://a.example")).url(for: "/v1/events", webSocket: true)
        #expect([secure, plain].map(\.absoluteString) == ["wss://a.example/v1/events", "ws://a.example/v1/events"])
    }

    @Test(
        "Without a server, or with an address that is not HTTP, nothing is sent",
        arguments: [nil, "ftp://a.example", "a.example"])
    func none(_ server: String?) {
        let address = ServerLocation(server.flatMap { URL(string: $0) })
        #expect(throws: NoServerAddress.self) { try address.url(for: "/v1/asks") }
    }

    @Test("A redirect of a reading request is followed within its server")
    func allowed() {
        #expect(RedirectRule.allows(from: "https://a.example/x", method: "GET", to: "https://A.example:443/y"))
    }

    @Test(
        "A redirect that would send the key to another server is refused",
        arguments: [
            ("https://a.example/x", "GET", "https://b.example/x"), ("https://a.example/x", "GET", "http://a.example/x"),
            ("https://a.example/x", "GET", "https://a.example:8443/x"), ("https://a.example/x", "GET", "file:///x"),
            ("https://a.example/x", "GET", "https://a.example.evil.example/x"),
            ("https://a.example/x", "GET", "https://a.example@evil.example/x"),
            ("https://a.example/x", "GET", "https://user@a.example/x"), ("https://a.example/x", "GET", ""),
            ("https://a.example/x", "POST", "https://a.example/y"),
        ])
    func refused(_ origin: String, _ method: String, _ target: String) {
        #expect(!RedirectRule.allows(from: origin, method: method, to: target))
    }
}

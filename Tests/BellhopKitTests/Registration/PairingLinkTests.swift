import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Pairing links")
struct PairingLinkTests {
    @Test(
        "Addresses are normalized",
        arguments: [
            ("https://bellhop.example.com", "https://bellhop.example.com", "bellhop.example.com"),
            ("HTTPS://Bellhop.Example.com/", "https://bellhop.example.com", "bellhop.example.com"),
            ("https://bellhop.example.com:443", "https://bellhop.example.com", "bellhop.example.com"),
            ("https://example.com:8443/bell/hop/", "https://example.com:8443/bell/hop", "example.com"),
            ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example", "xn--bcher-kva.example"),
            ("https://203.0.113.7", "https://203.0.113.7", "203.0.113.7"),
            ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443", "2001:db8::1"),
            ("http://127.0.0.1:8787", "http://127.0.0.1:8787", "127.0.0.1"),
            ("http://192.168.1.5:80", "http://192.168.1.5", "192.168.1.5"),
            // Typed without a scheme.
            ("bellhop.example.com", "https://bellhop.example.com", "bellhop.example.com"),
            ("192.168.1.5:8787", "http://192.168.1.5:8787", "192.168.1.5"),
            ("nas.local:8787", "http://nas.local:8787", "nas.local"),
            ("localhost:8787", "http://localhost:8787", "localhost"),
        ])
    func addresses(_ text: String, _ written: String, _ host: String) throws {
        let address = try PairingAddress(text)
        #expect(address.description == written)
        #expect(address.host == host)
        #expect(try PairingAddress(address.description) == address)
    }

    @Test(
        "Unencrypted addresses are accepted in the local network",
        arguments: [
            "localhost", "api.localhost", "nas", "nas.local", "nas.home.arpa", "ci.internal", "127.0.0.1", "127.9.9.9",
            "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.1.1", "[::1]", "[fd12:3456::1]",
            "[fe80::1]", "[0:0:0:0:0:0:0:1]",
        ])
    func local(_ host: String) throws { #expect(try PairingAddress("http://\(host):8787").isEncrypted == false) }

    @Test(
        "Unencrypted addresses are rejected outside the local network",
        arguments: [
            "example.com", "local.example.com", "localhost.example.com", "home.arpa.example.com", "8.8.8.8", "11.0.0.1",
            "172.15.0.1", "172.32.0.1", "192.169.0.1", "100.64.0.1", "0.0.0.0", "[::2]", "[2001:db8::1]",
            "[::ffff:a00:1]", "[fe00::1]", "[::]",
        ])
    func elsewhere(_ host: String) {
        let bare = host.filter { $0 != "[" && $0 != "]" }
        #expect(throws: PairingProblem.notEncrypted(host: bare)) { try PairingAddress("http://\(host)") }
        #expect(throws: Never.self) { try PairingAddress("https://\(host)") }
    }

    @Test(
        "Ambiguous addresses are rejected",
        arguments: [
            "", "https://", "https:///v1", "ftp://example.com", "javascript://example.com", "https:example.com",
            "https://good.example@evil.example", "https://good.example:pass@evil.example",
            "https://good.example\\@evil.example", "https://evil.example\\.good.example",
            "https://good.example?x", "https://good.example#x", "https://good.example/?x", "https://good.example/%2e",
            "https://good.example/../x", "https://good.example//x", "https://good.example/a b",
            "https://gооd.example", "https://good.example。evil", "https://good\u{200B}.example",
            "https://good.example\u{202E}", "https://good.example\n", " https://good.example", "https://good .example",
            "https://-good.example", "https://good-.example", "https://.example", "https://good.example.",
            "https://good..example", "https://good_x.example", "https://*.example", "https://%67ood.example",
            "https://127.1", "https://2130706433", "https://0x7f000001", "https://0x7f.0.0.1", "https://127.0.0.01",
            "https://256.0.0.1", "https://1.2.3.4.5", "https://example.1", "https://[::1", "https://::1",
            "https://[1:2:3:4:5:6:7:8:9]", "https://[1::2::3]", "https://[:::]", "https://[12345::]",
            "https://[::1%25en0]", "https://[::ffff:10.0.0.1]", "https://[example.com]", "https://[::1]x",
            "https://good.example:", "https://good.example:0", "https://good.example:65536",
            "https://good.example:+80", "https://good.example:８０", "https://good.example:80:80",
            "https://" + String(repeating: "a", count: 64) + ".example",
            "https://" + Array(repeating: "abcdefg", count: 40).joined(separator: "."),
            "https://example.com/" + String(repeating: "a", count: 600),
        ])
    func hostile(_ text: String) { #expect(throws: PairingProblem.notAnAddress) { try PairingAddress(text) } }

    @Test("The app reads the links that the tool shows")
    func roundTrip() throws {
        let link = PairingLink(try PairingAddress("http://192.168.1.5:8787/bell"), code: try PairingCode("7k2m-q9xt"))
        #expect(link.text == "bellhop://pair?server=http%3A%2F%2F192.168.1.5%3A8787%2Fbell&code=7K2M-Q9XT")
        #expect(try PairingLink(link.text) == link)
    }

    @Test(
        "Different spellings of a link are accepted",
        arguments: [
            "BELLHOP://PAIR?server=https://example.com&code=7K2M-Q9XT",
            "bellhop://pair/?code=7k2m-q9xt&server=https%3a%2f%2fexample.com",
            "bellhop://pair?server=https://example.com/&code=%207K2M-Q9XT&from=mail#top",
        ])
    func loose(_ text: String) throws {
        let link = try PairingLink(text)
        #expect(link.address.description == "https://example.com" && link.code.text == "7K2M-Q9XT")
        #expect(PairingLink.isMeant(by: text))
    }

    @Test(
        "Each invalid link has its own error",
        arguments: [
            ("", .notALink), ("bellhop://asks/1", .notALink), ("bellhop://pairs?server=x&code=y", .notALink),
            ("https://pair?server=https://example.com&code=7K2M-Q9XT", .notALink),
            ("bellhop://pair", .notALink), ("bellhop://pair/x?server=a&code=b", .notALink),
            ("bellhop://pair?", .broken), ("bellhop://pair?server=https://example.com", .broken),
            ("bellhop://pair?code=7K2M-Q9XT", .broken),
            ("bellhop://pair?server=https://a.example&server=https://b.example&code=7K2M-Q9XT", .broken),
            ("bellhop://pair?server=https://a.example&%73erver=https://b.example&code=7K2M-Q9XT", .broken),
            ("bellhop://pair?server=%&code=7K2M-Q9XT", .broken), ("bellhop://pair?server=%ff&code=7K2M-Q9XT", .broken),
            ("bellhop://pair?server=https://example.com&code=7K2M-Q9XT&x", .broken),
            ("bellhop://pair?server=&code=7K2M-Q9XT", .notAnAddress),
            ("bellhop://pair?server=example.com&code=7K2M-Q9XT", .notAnAddress),
            ("bellhop://pair?server=https://a.example%00&code=7K2M-Q9XT", .notAnAddress),
            ("bellhop://pair?server=http://a.example&code=7K2M-Q9XT", .notEncrypted(host: "a.example")),
            ("bellhop://pair?server=https://a.example&code=", .notACode),
            ("bellhop://pair?server=https://a.example&code=7K2", .notACode),
            ("bellhop://pair?server=https://a.example&code=7K2M%00Q9XT", .notACode),
            ("bellhop://pair?server=https://a.example&code=７K2M-Q9XT", .notACode),
            ("bellhop://pair?server=https://a.example&code=" + String(repeating: "A", count: 65), .notACode),
            (
                "bellhop://pair?server=https://a.example&code=7K2M-Q9XT&x=" + String(repeating: "A", count: 3000),
                .broken
            ),
        ] as [(String, PairingProblem)])
    func broken(_ link: String, _ problem: PairingProblem) {
        #expect(throws: problem) { try PairingLink(link) }
    }

    @Test("A pairing link is not a route of notifications")
    func notARoute() {
        #expect(Route(link: "bellhop://pair?server=https://example.com&code=7K2M-Q9XT") == nil)
    }

    @Test("A pairing code is not printed")
    func redacted() throws {
        let link = try PairingLink("bellhop://pair?server=https://example.com&code=7K2M-Q9XT")
        #expect(!"\(link)".contains("7K2M") && !String(reflecting: link).contains("7K2M"))
        var dump = ""
        Swift.dump(link, to: &dump)
        #expect(!dump.contains("7K2M"))
    }

    @Test("Any text gives a link or an error")
    func fuzz() {
        var generator = SeededGenerator(seed: 11)
        let seed = Array("bellhop://pair?server=https%3A%2F%2Fexample.com&code=7K2M-Q9XT".utf8)
        for _ in 0..<3_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 14..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            guard let link = try? PairingLink(String(decoding: bytes, as: UTF8.self)) else { continue }
            #expect(link.address.isEncrypted && (try? PairingLink(link.text)) == link)
        }
    }
}

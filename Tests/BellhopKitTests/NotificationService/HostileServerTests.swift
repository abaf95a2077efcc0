import BellhopModel
import BellhopSystem
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

/// Attachments over real sockets, from malicious servers.
@Suite(.timeLimit(.minutes(10))) struct HostileServerTests {
    @Test("A picture is stored with the extension of its type, and its request has no data of the user")
    func picture() async throws {
        try await Attachments.inFolder { folder in
            let server = try SocketServer {
                $0.send(200, ["Content-Type: image/png", "Content-Length: 2008", "Set-Cookie: a=b"], Attachments.png)
            }
            let fetch = AttachmentFetch(
                URLSessionDownload(), clock: ManualClock(), limits: Attachments.limits, folder: folder)
            for _ in 0..<2 {
                let file = try await fetch.file(for: AttachmentRequest(url: server.url("/a.txt")))
                #expect(file.url.pathExtension == "png")
                #expect(file.typeIdentifier == "public.png")
                #expect([UInt8](try Data(contentsOf: file.url)) == Attachments.png)
            }
            let said = server.requestHeads.joined().lowercased()
            #expect(!said.contains("cookie") && !said.contains("authorization"))
        }
    }

    @Test("Redirects are followed one at a time")
    func redirect() async throws {
        try await Attachments.inFolder { folder in
            let server = try SocketServer { exchange in
                switch exchange.path {
                case "/1": exchange.send(302, ["Location: /2", "Content-Length: 0"])
                case "/2": exchange.send(301, ["Location: 3?x=y", "Content-Length: 0"])
                default: exchange.send(200, ["Content-Type: image/jpeg"], Attachments.jpeg)
                }
            }
            let fetch = AttachmentFetch(
                URLSessionDownload(), clock: ManualClock(), limits: Attachments.limits, folder: folder)
            let file = try await fetch.file(for: AttachmentRequest(url: server.url("/1")))
            #expect(file.url.pathExtension == "jpg")
            #expect(server.paths == ["/1", "/2", "/3?x=y"])
        }
    }

    @Test("Endless redirects are followed three times")
    func endlessRedirects() async throws {
        try await Attachments.inFolder { folder in
            let server = try SocketServer { $0.send(307, ["Location: \($0.path)x", "Content-Length: 0"]) }
            #expect(try await Attachments.failure(of: server.url("/"), in: folder) == .tooManyRedirects)
            #expect(server.paths == ["/", "/x", "/xx", "/xxx"])
        }
    }

    @Test(
        "A redirect to an address that is not allowed is not followed",
        arguments: [
            "http://example.com/a.png", "https://192.168.1.1/a.png", "https://user:pw@example.com/",
            "file:///etc/passwd",
            "https://[fe80::1]/", "ftp://example.com/", "//10.0.0.1/a.png",
        ])
    func forbiddenRedirect(_ location: String) async throws {
        try await Attachments.inFolder { folder in
            let server = try SocketServer { $0.send(302, ["Location: \(location)", "Content-Length: 0"]) }
            #expect(try await Attachments.failure(of: server.url("/"), in: folder) == .addressRefused)
            #expect(server.paths.count == 1)
        }
    }

    @Test(
        "A file of another type than declared is refused",
        arguments: [
            ("image/png", Array("<html><script>alert(1)</script></html>".utf8)), ("text/html", Attachments.png),
            ("image/jpeg", Attachments.png), ("image/png", []),
            ("application/zip", Array("PK\u{3}\u{4}aaaaaaaaaaaaaaaa".utf8)),
            ("application/octet-stream", Array(repeating: 0, count: 64)), ("image/svg+xml", Array("<svg/>".utf8)),
        ])
    func wrongType(_ type: String, _ body: [UInt8]) async throws {
        try await Attachments.inFolder { folder in
            let server = try SocketServer { $0.send(200, ["Content-Type: \(type)"], body) }
            #expect(try await Attachments.failure(of: server.url(), in: folder) == .typeRefused)
            #expect(Attachments.files(in: folder).isEmpty)
        }
    }

    @Test("A file that is announced as too large is refused before it is sent")
    func announcedTooLarge() async throws {
        try await Attachments.inFolder { folder in
            let server = try SocketServer { exchange in
                exchange.send(200, ["Content-Type: image/png", "Content-Length: 100001"], Attachments.png)
                exchange.waitForEnd()
            }
            #expect(try await Attachments.failure(of: server.url(), in: folder) == .tooLarge)
            #expect(Attachments.files(in: folder).isEmpty)
        }
    }

    @Test("An endless stream is cancelled at the limit, and its connection is closed")
    func endlessStream() async throws {
        try await Attachments.inFolder { folder in
            let ended = Gate()
            let server = try SocketServer { exchange in
                exchange.send(200, ["Content-Type: image/png"], Attachments.png)
                exchange.send([UInt8](repeating: 1, count: 4_000_000))
                // Reading the rest of the gigabyte would never end.
                exchange.waitForEnd()
                ended.open()
            }
            #expect(try await Attachments.failure(of: server.url(), in: folder) == .tooLarge)
            await ended.pass()
            #expect(Attachments.files(in: folder).isEmpty)
        }
    }

    #if !canImport(Darwin)
    @Test("A server that sends faster than it is read is cancelled before memory fills")
    func tooFast() async throws {
        let ended = Gate()
        let server = try SocketServer { exchange in
            exchange.send(200, ["Content-Type: video/mp4"])
            exchange.send([UInt8](repeating: 1, count: 16_000_000))
            exchange.waitForEnd()
            ended.open()
        }
        let download = try await URLSessionDownload().open(server.url())
        await ended.pass()
        await #expect(throws: URLError.self) { while try await download.next() != nil {} }
    }
    #endif

    @Test("A body that ends before its announced length is refused")
    func cutShort() async throws {
        try await Attachments.inFolder { folder in
            let server = try SocketServer {
                $0.send(200, ["Content-Type: image/png", "Content-Length: 5000"], Attachments.png)
            }
            let failure = try await Attachments.failure(of: server.url(), in: folder)
            #expect(failure == .cutShort || failure == .unreachable)
            #expect(Attachments.files(in: folder).isEmpty)
        }
    }

    @Test("A server that stalls is given up at the time limit", arguments: ["before its head", "within its body"])
    func stall(_ place: String) async throws {
        try await Attachments.inFolder { folder in
            let clock = ManualClock()
            let stalled = Gate()
            let server = try SocketServer { exchange in
                if place == "within its body" {
                    exchange.send(200, ["Content-Type: image/png", "Content-Length: 90000"], Attachments.png)
                }
                stalled.open()
                exchange.waitForEnd()
            }
            async let failure = Attachments.failure(of: server.url(), clock: clock, in: folder)
            await stalled.pass()
            await clock.sleepers()
            clock.advance(by: .seconds(8))
            #expect(try await failure == .timedOut)
            #expect(Attachments.files(in: folder).isEmpty)
        }
    }

    @Test("When the run is cancelled, its file is removed and its connection ends")
    func cancelled() async throws {
        try await Attachments.inFolder { folder in
            let ended = Gate()
            let server = try SocketServer { exchange in
                exchange.send(200, ["Content-Type: image/png", "Content-Length: 90000"], Attachments.png)
                exchange.waitForEnd()
                ended.open()
            }
            let fetch = AttachmentFetch(
                URLSessionDownload(), clock: ManualClock(), limits: Attachments.limits, folder: folder)
            let task = Task { try await fetch.file(for: AttachmentRequest(url: server.url())) }
            while Attachments.files(in: folder).isEmpty { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            await ended.pass()
            #expect(Attachments.files(in: folder).isEmpty)
        }
    }

    @Test("An unreachable server, an error status and a response that is not HTTP give no attachment")
    func nothing() async throws {
        try await Attachments.inFolder { folder in
            let missing = try SocketServer { $0.send(404, ["Content-Type: image/png"], Attachments.png) }
            #expect(try await Attachments.failure(of: missing.url(), in: folder) == .status(404))
            let rude = try SocketServer { $0.send(Array("220 ftp ready\r\n\r\n".utf8)) }
            let failure = try await Attachments.failure(of: rude.url(), in: folder)
            #expect(failure != nil)
            let gone = try SocketServer { _ in }
            #expect(try await Attachments.failure(of: gone.url(), in: folder) == .unreachable)
        }
    }
}

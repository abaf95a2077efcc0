import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
import Testing

@testable import BellhopApple
@testable import BellhopSystem

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Requests over a real connection")
struct URLSessionTransportTests {
    private func transport(_ server: SocketServer, clock: any ClockPort = SystemClock(), largest: Int = 1 << 20)
        -> URLSessionTransport
    {
        URLSessionTransport(to: ServerLocation(server.url()), clock: clock, largestResponse: largest)
    }

    private let reading = APIRequest(
        method: .get, path: "/v1/asks?state=pending", headers: ["authorization": "Bearer secret"])

    @Test("Status, headers by lower-case name, and body arrive")
    func response() async throws {
        let server = try SocketServer { $0.send(409, ["Retry-After: 7", "Content-Length: 2"], Array("{}".utf8)) }
        let response = try await transport(server).send(reading)
        #expect(response.status == 409 && response.headers["retry-after"] == "7" && response.body == Array("{}".utf8))
        #expect(server.paths == ["/v1/asks?state=pending"])
        #expect(server.requestHeads.first?.lowercased().contains("authorization: bearer secret") == true)
    }

    @Test("A redirect to another host is the response, and the key is not sent there")
    func foreignRedirect() async throws {
        let thief = try SocketServer { $0.send(200, [], []) }
        let target = "http://localhost:\(thief.port)/"
        let server = try SocketServer { $0.send(302, ["Location: \(target)", "Content-Length: 0"]) }
        let response = try await transport(server).send(reading)
        #expect(response.status == 302)
        #expect(thief.paths.isEmpty)
    }

    @Test("A redirect of a writing request is not followed, not even on the same server")
    func writingRedirect() async throws {
        let server = try SocketServer { $0.send(307, ["Location: /elsewhere", "Content-Length: 0"]) }
        let response = try await transport(server).send(
            APIRequest(method: .post, path: "/v1/asks/1/answer", body: Array("{}".utf8)))
        #expect(response.status == 307)
        #expect(server.paths == ["/v1/asks/1/answer"])
    }

    @Test("A response beyond the size limit is cancelled")
    func endless() async throws {
        let server = try SocketServer { exchange in
            exchange.send(200, ["Content-Length: 1000000000"])
            while exchange.send([UInt8](repeating: 0x20, count: 65_536)) {}
        }
        await #expect(throws: URLError.self) { try await transport(server, largest: 1 << 18).send(reading) }
    }

    @Test("A request without a response fails at its timeout")
    func stall() async throws {
        let (clock, gate) = (ManualClock(), Gate())
        let server = try SocketServer { exchange in
            Task { await gate.pass() }
            exchange.waitForEnd()
        }
        let transport = transport(server, clock: clock)
        let sent = Task { [reading] in try await transport.send(reading) }
        await gate.arrived()
        await clock.sleepers()
        clock.advance(by: reading.timeout)
        await #expect(throws: URLError.self) { try await sent.value }
    }

    @Test("A missing network is an error, and so is a missing server")
    func noServer() async throws {
        let nowhere = URLSessionTransport(to: ServerLocation(URL(string: "http://127.0.0.1:1")))
        await #expect(throws: (any Error).self) { try await nowhere.send(reading) }
        await #expect(throws: NoServerAddress.self) {
            try await URLSessionTransport(to: ServerLocation()).send(reading)
        }
    }

    @Test("A background upload has the request's body and headers, and starts once for one key")
    func upload() async throws {
        let (gate, left) = (Gate(), DispatchSemaphore(value: 0))
        let server = try SocketServer { exchange in
            Task { await gate.pass() }
            // Waits until the upload was started twice, because a completed one is no longer known. Blocks only this thread.
            left.wait()
            exchange.send(200, ["Content-Length: 2"], Array("{}".utf8))
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("uploads-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let now = Fixture.start
        let uploads = BackgroundUploads(
            prefix: "test", folder: folder, now: { Date(timeIntervalSince1970: Double(now.seconds)) }
        ) { _ in .ephemeral }
        let request = APIRequest(
            method: .post, path: "/v1/asks/1/answer", headers: ["idempotency-key": "abc"], body: Array("{}".utf8))
        let sent = URLRequest(request, to: server.url("/v1/asks/1/answer"))
        await uploads.leave(sent, body: request.body, until: now + .seconds(30))
        await uploads.leave(sent, body: request.body, until: now + .seconds(30))
        left.signal()
        await gate.arrived()
        await uploads.ended("test.\((now + .seconds(30)).milliseconds).abc")
        #expect(server.paths == ["/v1/asks/1/answer"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
}

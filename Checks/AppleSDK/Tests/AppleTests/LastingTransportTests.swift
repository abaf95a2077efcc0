import BellhopKit
import BellhopModel
import BellhopTesting
import Foundation
import Synchronization
import Testing
@_spi(Testing) import UIKit

@testable import BellhopApple

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The transport of an app that may be suspended")
@MainActor
struct LastingTransportTests {
    private final class FakeUploads: Uploads {
        let left = Mutex<[String]>([])
        func leave(_ request: URLRequest, body: [UInt8], until end: Timestamp) async {
            left.withLock { $0.append("\(request.httpMethod ?? "") \(request.url?.path ?? "") \(body.count)") }
        }
    }

    private struct Waiting: APITransport {
        let gate: Gate
        func send(_ request: APIRequest) async throws -> APIResponse {
            await gate.pass()
            try Task.checkCancellation()
            return APIResponse(status: 200)
        }
    }

    /// Records the app's number of assertions when a request is sent.
    private struct Counting: APITransport {
        let application: UIApplication
        func send(_ request: APIRequest) async throws -> APIResponse {
            APIResponse(status: await application.backgroundTasks.count)
        }
    }

    private struct Failing: APITransport {
        func send(_ request: APIRequest) async throws -> APIResponse { throw URLError(.notConnectedToInternet) }
    }

    private let application = UIApplication()
    private let clock = ManualClock()
    private let uploads = FakeUploads()

    private func transport(_ inner: any APITransport) -> LastingTransport {
        LastingTransport(
            inner, to: ServerLocation(URL(string: "https://bellhop.example")), leavingTo: uploads,
            time: BackgroundTime { [application] in application }, clock: clock)
    }

    private func request(until end: Timestamp?) -> APIRequest {
        APIRequest(
            method: .post, path: "/v1/asks/1/answer", headers: ["idempotency-key": "abc"], body: [1, 2, 3],
            outlivesAppUntil: end)
    }

    @Test("An answer without a response becomes a background upload only in the background")
    func becomesUpload() async {
        application.stateUnderTest = .active
        _ = try? await transport(Failing()).send(request(until: clock.now + .seconds(30)))
        #expect(uploads.left.withLock { $0 } == [])
        application.stateUnderTest = .background
        defer { application.stateUnderTest = .active }
        _ = try? await transport(Failing()).send(request(until: clock.now + .seconds(30)))
        #expect(uploads.left.withLock { $0 } == ["POST /v1/asks/1/answer 3"])
        // Too late, or not repeatable.
        _ = try? await transport(Failing()).send(request(until: clock.now))
        _ = try? await transport(Failing()).send(request(until: nil))
        #expect(uploads.left.withLock { $0 }.count == 1)
        #expect(application.backgroundTasks.isEmpty)
    }

    @Test("No request is sent before the background task has begun")
    func startsTaskFirst() async throws {
        for _ in 0..<200 {
            let response = try await transport(Counting(application: application)).send(request(until: nil))
            #expect(response.status == 1)
        }
        #expect(application.backgroundTasks.isEmpty)
    }

    @Test("When the background time expires the request becomes an upload, and the background task ends")
    func expires() async {
        application.stateUnderTest = .background
        defer { application.stateUnderTest = .active }
        let gate = Gate()
        let transport = transport(Waiting(gate: gate))
        let sent = Task { try await transport.send(request(until: clock.now + .seconds(30))) }
        await gate.arrived()
        #expect(application.backgroundTasks.count == 1)
        application.expireBackgroundTasks()
        let result = await sent.result
        #expect(throws: (any Error).self) { try result.get() }
        #expect(uploads.left.withLock { $0 }.count == 1)
        #expect(application.backgroundTasks.isEmpty)
    }
}

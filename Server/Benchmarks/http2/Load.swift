import BellhopHTTP2
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// Sends requests like those of APNs as fast as possible, and prints the requests per second.
enum Load {
    struct Plan {
        var port: Int
        var requests: Int
        var streams: Int
        /// The requests of one batch call; 0 for `send`.
        var batch: Int
    }

    static let bearer = "bearer " + String(repeating: "eyJhbGciOiJFUzI1NiIs", count: 9) + "abcd"
    static let fields: [(String, String)] = [
        ("authorization", bearer), ("apns-topic", "com.example.app"), ("apns-push-type", "alert"),
        ("apns-priority", "10"),
    ]
    static let id = "0192f0c4-7b1e-7cc3-8d2a-0123456789ab"

    static let paths = (0..<5000).map { number in
        let digits = String(number, radix: 16)
        return "/3/device/" + String(repeating: "a", count: 64 - digits.count) + digits
    }

    static func body(_ size: Int) -> String {
        #"{"aps":{"alert":""# + String(repeating: "x", count: max(0, size - 21)) + #""}}"#
    }

    static func run(_ plan: Plan) async throws {
        let endpoint = HTTP2Endpoint(host: "127.0.0.1", port: plan.port)
        let tls = try NIOSSLContext(
            configuration: HTTP2TLS.configuration(trustRoots: [try Identity.certificate()]))
        var configuration = HTTP2Client.Configuration()
        configuration.queueLimit = max(10_000, plan.batch)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let client = HTTP2Client(endpoint, tls: tls, configuration: configuration, on: group.next())
        let shared = HTTP2SharedFields(
            method: "POST", authority: endpoint.authority, fields.map { HTTP2Field($0.0, $0.1) })
        let body = ByteBuffer(string: body(300))
        let makeRequest = { @Sendable (number: Int) -> HTTP2Request in
            HTTP2Request(shared, path: paths[number % paths.count], fields: [HTTP2Field("apns-id", id)], body: body)
        }
        _ = try await client.send(makeRequest(0), within: .seconds(10))
        let start = ContinuousClock.now
        if plan.batch > 0 {
            try await batches(plan, client, makeRequest)
        } else {
            try await single(plan, client, makeRequest)
        }
        let duration = ContinuousClock.now - start
        print(Double(plan.requests) / (duration / .seconds(1)))
        await client.shutDown()
    }

    /// One task for each concurrent request.
    private static func single(
        _ plan: Plan, _ client: HTTP2Client, _ makeRequest: @escaping @Sendable (Int) -> HTTP2Request
    ) async throws {
        let share = plan.requests / plan.streams
        try await withThrowingTaskGroup { group in
            for task in 0..<plan.streams {
                group.addTask {
                    for number in 0..<share {
                        let response = try await client.send(makeRequest(task * share + number), within: .seconds(30))
                        guard response.status == 200 else { throw HTTP2ClientError.connectionLost }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func batches(
        _ plan: Plan, _ client: HTTP2Client, _ makeRequest: @Sendable (Int) -> HTTP2Request
    ) async throws {
        for start in stride(from: 0, to: plan.requests, by: plan.batch) {
            let requests = (start..<min(start + plan.batch, plan.requests)).map(makeRequest)
            for result in await client.send(requests, within: .seconds(30)) {
                guard try result.get().status == 200 else { throw HTTP2ClientError.connectionLost }
            }
        }
    }
}

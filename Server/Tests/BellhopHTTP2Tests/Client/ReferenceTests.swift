import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Testing

@testable import BellhopHTTP2

@Suite("The client and swift-nio-http2's", .timeLimit(.minutes(10)))
struct ReferenceTests {
    enum Result: Hashable {
        case response(Int, String, [String])
        case failure
    }

    /// Behaviours of a server on the path `/<index>`, in the order in which requests are sent.
    static let scripts: [(String, TestServer.Script)] = [
        ("200 without a body", { $0.respond($1.stream) }),
        ("200 with a body", { $0.respond($1.stream, body: "hello \($1.body.count)") }),
        (
            "an error with fields",
            {
                $0.respond(
                    $1.stream, 503, ["retry-after": "7", "x-long": String(repeating: "x", count: 5000)], body: "no")
            }
        ),
        (
            "a field that is indexed, twice",
            { $0.respond($1.stream, 200, ["apns-id": "0192f0c4-7b1e-7cc3-8d2a-000000000001"]) }
        ),
        ("RST_STREAM", { $0.reset($1.stream, .internalError) }),
        ("a body of several frames", { $0.respond($1.stream, body: String(repeating: "0123456789", count: 10_000)) }),
        ("the end of the connection", { peer, _ in peer.disconnect() }),
    ]

    @Test("return the same results", arguments: scripts.indices)
    func same(index: Int) async throws {
        let script = Self.scripts[index].1
        let server = try await TestServer(script: script)
        let tls = try TestServer.clientContext()
        let endpoint = HTTP2Endpoint(host: "localhost", port: server.port)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let client = HTTP2Client(endpoint, tls: tls, on: loop)
        let shared = HTTP2SharedFields(
            method: "POST", authority: endpoint.authority,
            [HTTP2Field("authorization", "bearer x"), HTTP2Field("topic", "t")])
        for body in ["", "hello", String(repeating: "b", count: 100_000)] {
            let request = HTTP2Request(
                shared, path: "/3/device/\(index)", fields: [HTTP2Field("id", "7")], body: Array(body.utf8),
                responseLimit: 1 << 20)
            let expected = try await Self.reference(request, to: endpoint, tls: tls, on: loop)
            // Twice, because the fields of the second request are indexes.
            for _ in 0..<2 {
                let result = await client.send([request], within: .seconds(50))[0]
                #expect(Result(result) == expected)
            }
        }
        let requests = server.requests.map { request in
            Set(request.headers.map { "\($0.name): \($0.value)" } + ["body: \(request.body)"])
        }
        // One request of the reference, then two of the client.
        #expect(requests.count == 9)
        for start in stride(from: 0, to: requests.count, by: 3) {
            #expect(requests[start] == requests[start + 1])
            #expect(requests[start] == requests[start + 2])
        }
        await client.shutDown()
        try await server.close()
    }

    /// Sends one request on a new connection of swift-nio-http2.
    private static func reference(
        _ request: HTTP2Request, to endpoint: HTTP2Endpoint, tls: NIOSSLContext, on loop: any EventLoop
    ) async throws -> Result {
        let promise = loop.makePromise(of: Result.self)
        let channel = try await ClientBootstrap(group: loop).connect(host: "127.0.0.1", port: endpoint.port).get()
        try await loop.submit {
            let http2 = NIOHTTP2Handler(
                mode: .client, eventLoop: loop, connectionConfiguration: .init(), streamConfiguration: .init(),
                inboundStreamInitializer: { $0.close() })
            try channel.pipeline.syncOperations.addHandlers([
                NIOSSLClientHandler(context: tls, serverHostname: endpoint.host), http2,
            ])
            try http2.syncMultiplexer().createStreamChannel(promise: nil) { stream in
                stream.eventLoop.makeCompletedFuture {
                    try stream.pipeline.syncOperations.addHandler(ReferenceStream(request, promise))
                }
            }
        }.get()
        let result = try await promise.futureResult.get()
        try? await channel.close()
        return result
    }
}

extension ReferenceTests.Result {
    fileprivate init(_ result: Swift.Result<HTTP2Response, HTTP2ClientError>) {
        switch result {
        case .success(let response):
            self = .response(
                response.status, String(buffer: response.body), response.headers.map { "\($0.name): \($0.value)" })
        case .failure: self = .failure
        }
    }
}

/// One request on a stream channel.
private final class ReferenceStream: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let request: HTTP2Request
    private let promise: EventLoopPromise<ReferenceTests.Result>
    private var headers: HPACKHeaders?
    private var body = ""

    init(_ request: HTTP2Request, _ promise: EventLoopPromise<ReferenceTests.Result>) {
        self.request = request
        self.promise = promise
    }

    func channelActive(context: ChannelHandlerContext) {
        var headers = HPACKHeaders()
        for field in request.shared.fields.prefix(3) { headers.add(name: field.name, value: field.value) }
        headers.add(name: ":path", value: request.head.path)
        for field in request.shared.fields.dropFirst(3) + request.head.fields {
            headers.add(name: field.name, value: field.value)
        }
        let isEmpty = request.body.isEmpty
        context.write(wrapOutboundOut(.headers(.init(headers: headers, endStream: isEmpty))), promise: nil)
        if !isEmpty {
            context.write(
                wrapOutboundOut(.data(.init(data: .byteBuffer(ByteBuffer(bytes: request.body)), endStream: true))),
                promise: nil)
        }
        context.flush()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .headers(let frame):
            if headers == nil { headers = frame.headers }
            if frame.endStream { finish() }
        case .data(let frame):
            if case .byteBuffer(let bytes) = frame.data { body += String(buffer: bytes) }
            if frame.endStream { finish() }
        default: break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelInactive(context: ChannelHandlerContext) { promise.succeed(.failure) }

    private func finish() {
        guard let headers, let status = headers.first(name: ":status").flatMap(Int.init) else { return }
        promise.succeed(.response(status, body, headers.map { "\($0.name): \($0.value)" }))
    }
}

import Foundation
public import NIOCore
public import NIOHTTP1
import NIOPosix

/// Sends requests over HTTP/1.1 without TLS, each on a connection of its own. There are no redirects and no retries.
public enum HTTPTestClient {
    /// An error of the client itself.
    public enum Failure: Error {
        case badURL(String)
        /// The server closed the connection before its response was complete.
        case noResponse
    }

    /// - Parameters:
    ///   - url: `http` with an IP address and a port.
    ///   - responseLimit: The maximum size of the response body, in bytes.
    ///   - limit: The time after which the connection is closed.
    public static func send(
        _ method: HTTPMethod, _ url: String, headers: HTTPHeaders = [:], body: [UInt8]? = nil,
        responseLimit: Int = 4 << 20, within limit: TimeAmount = .seconds(30)
    ) async throws -> NIOHTTPClientResponseFull {
        let (address, target) = try parse(url)
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connect(to: address) {
            channel in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHTTPClientHandlers()
                try pipeline.addHandler(NIOHTTPClientResponseAggregator(maxContentLength: responseLimit))
                return try NIOAsyncChannel<NIOHTTPClientResponseFull, HTTPClientRequestPart>(
                    wrappingChannelSynchronously: channel)
            }
        }
        let deadline = channel.channel.eventLoop.scheduleTask(in: limit) { channel.channel.close(promise: nil) }
        defer { deadline.cancel() }
        var headers = headers
        if headers["host"].isEmpty {
            headers.add(name: "host", value: "\(address.ipAddress ?? ""):\(address.port ?? 0)")
        }
        headers.replaceOrAdd(name: "connection", value: "close")
        if body != nil || [.POST, .PUT, .PATCH].contains(method) {
            headers.replaceOrAdd(name: "content-length", value: String(body?.count ?? 0))
        }
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: target, headers: headers)
        let content = body.map { [HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: $0)))] } ?? []
        return try await channel.executeThenClose { responses, requests in
            // The server may respond, and close the connection, before it has read the whole request.
            try? await requests.write(contentsOf: [.head(head)] + content + [.end(nil)])
            for try await response in responses { return response }
            throw Failure.noResponse
        }
    }

    /// The server's address, and the target of the request. Characters that a URL must not contain are escaped.
    private static func parse(_ text: String) throws -> (SocketAddress, String) {
        guard let url = URL(string: text), url.scheme == "http", let host = url.host(), let port = url.port else {
            throw Failure.badURL(text)
        }
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        return (try SocketAddress(ipAddress: host, port: port), url.path(percentEncoded: true) + query)
    }
}

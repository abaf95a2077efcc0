import Foundation

/// Compares `HTTP2Client` with h2load (nghttp2), the fastest known client, against the same server in the same run.
///
/// Usage: http2 [requests, 200000] [streams, 500] [rounds, 5]
///
/// The client runs on the first processor and the server on the second one. Each round runs every client once; the
/// printed ratios are medians of the rounds' ratios.
@main
struct Bench {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "sink":
            try await Sink.run(streams: number(arguments, 1) ?? 500)
        case "load":
            guard let port = number(arguments, 1), let requests = number(arguments, 2),
                let streams = number(arguments, 3), let batch = number(arguments, 4)
            else { return print("usage: http2 load PORT REQUESTS STREAMS BATCH") }
            try await Load.run(.init(port: port, requests: requests, streams: streams, batch: batch))
        default:
            try Comparison(
                requests: number(arguments, 0) ?? 200_000, streams: number(arguments, 1) ?? 500,
                rounds: number(arguments, 2) ?? 5
            ).run()
        }
    }

    private static func number(_ arguments: [String], _ index: Int) -> Int? {
        arguments.indices.contains(index) ? Int(arguments[index]) : nil
    }
}

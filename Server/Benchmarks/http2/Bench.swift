/// The programs of `Scripts/bench-push`: a server, and clients that send to it as fast as possible.
///
/// Usage: http2 sink STREAMS | certificate | send PORT REQUESTS STREAMS | batch … | gateway … | gateway-batch …
///        | request BYTES PORT | faults REQUESTS STREAMS
@main
struct Bench {
    static func main() async throws {
        let mode = CommandLine.arguments.dropFirst().first ?? ""
        let numbers = CommandLine.arguments.dropFirst(2).compactMap { Int($0) }
        switch (mode, numbers.count) {
        case ("certificate", 0): print(Identity.pem)
        case ("sink", 1): try await Sink.run(streams: numbers[0])
        case ("faults", 2): try await Faults.run(requests: numbers[0], streams: numbers[1])
        case ("request", 2): Load.describe(bytes: numbers[0], port: numbers[1])
        case (_, 3):
            guard let way = Load.Way(rawValue: mode) else { fallthrough }
            try await Load.run(Load(way: way, port: numbers[0], requests: numbers[1], streams: numbers[2]))
        default:
            print(
                """
                usage: http2 sink STREAMS | certificate | send PORT REQUESTS STREAMS | batch … | gateway … | gateway-batch …
                       | request BYTES PORT | faults REQUESTS STREAMS
                """)
        }
    }
}

import BellhopModel
import Foundation

/// Measures a campaign from the request to the last response of APNs, and asks that are created during it: a broadcast, or
/// one whose deliveries are tracked one by one.
///
/// The store is SQLite on disk, the gateway APNs' over HTTP/2 and TLS. APNs is the sink of the benchmark `http2`, which
/// must be built beside this program and runs in its own process on the same machine.
///
/// Usage: broadcast [DEVICES] [individual]
@main
struct Broadcast {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let count = arguments.first.flatMap { Int($0) } ?? 200_000
        let sink = try SinkProcess()
        defer { sink.stop() }
        let site = try await BroadcastSite(count, port: sink.port, authority: sink.certificate)
        defer { site.remove() }
        print("memory before the broadcast         \(memory()) MB")
        let run = try await site.run(arguments.contains("individual") ? .individual : .broadcast)
        print("devices                             \(run.sent) of \(count) sent")
        print("devices per second                  \(Int(Double(count) / (run.duration / .seconds(1))))")
        print("duration                            \(seconds(run.duration)) s")
        print("peak memory                         \(memory()) MB")
        print("an ask during it, until APNs' response; milliseconds, p50 and p99 of \(run.asks.count)")
        print("  from the request                  \(milliseconds(run.asks.map(\.total)))")
        print("  from the acceptance               \(milliseconds(run.asks.map(\.sending)))")
        print("asks without a broadcast, p50 and p99 of \(run.idleAsks.count)")
        print("  from the request                  \(milliseconds(run.idleAsks.map(\.total)))")
        print("  from the acceptance               \(milliseconds(run.idleAsks.map(\.sending)))")
    }

    /// The largest resident memory of this process, in MB.
    private static func memory() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
    }

    private static func seconds(_ duration: Duration) -> Double {
        (duration / .seconds(1) * 100).rounded() / 100
    }

    private static func milliseconds(_ durations: [Duration]) -> String {
        let sorted = durations.sorted()
        guard !sorted.isEmpty else { return "none" }
        return [0.5, 0.99].map { part in
            let duration = sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
            return "\((duration / .milliseconds(1) * 100).rounded() / 100)"
        }.joined(separator: "  ")
    }
}

/// The sink of the benchmark `http2`.
struct SinkProcess {
    let port: Int
    let certificate: String
    private let process: Process

    private struct Missing: Error {}

    init() throws {
        let tool = (Bundle.main.executableURL ?? URL(filePath: ".")).deletingLastPathComponent().appending(
            path: "http2")
        certificate = try Self.output(of: tool, ["certificate"]).text
        let sink = try Self.output(of: tool, ["sink", "1000"], lines: 1)
        guard let port = Int(sink.text.filter(\.isNumber)) else { throw Missing() }
        (self.port, process) = (port, sink.process)
    }

    func stop() { process.terminate() }

    /// - Parameter lines: the number of lines to read; `nil` reads to the end.
    private static func output(
        of tool: URL, _ arguments: [String], lines: Int? = nil
    ) throws -> (process: Process, text: String) {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = tool
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        var bytes: [UInt8] = []
        var read = 0
        while lines.map({ read < $0 }) ?? true, let byte = try pipe.fileHandleForReading.read(upToCount: 1)?.first {
            bytes.append(byte)
            if byte == UInt8(ascii: "\n") { read += 1 }
        }
        return (process, String(decoding: bytes, as: UTF8.self))
    }
}

import Foundation

/// Rounds of h2load, `send` and the batch call.
struct Comparison {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct Measurement {
        var rate: Double
        /// Processor time per request, in microseconds.
        var cost: Double
    }

    let requests: Int
    let streams: Int
    let rounds: Int

    func run() throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        guard
            path.split(separator: ":").contains(where: { FileManager.default.isExecutableFile(atPath: "\($0)/h2load") })
        else { return print("http2: skipped, because h2load is missing (Debian: nghttp2-client)") }
        let itself = URL(fileURLWithPath: CommandLine.arguments[0]).path
        let sink = Process()
        let pipe = Pipe()
        launch(sink, on: 1, [itself, "sink", "\(streams)"], output: pipe)
        try sink.run()
        defer { sink.terminate() }
        guard let port = Int(String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self).trimmed) else {
            throw Failure(description: "the server did not start")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "bellhop-http2-\(port)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (paths, body) = (folder.appending(path: "paths"), folder.appending(path: "body"))
        try Data(Load.paths.map { "https://127.0.0.1:\(port)\($0)\n" }.joined().utf8).write(to: paths)
        try Data(Load.body(300).utf8).write(to: body)
        let headers = (Load.fields + [("apns-id", Load.id)]).flatMap { ["-H", "\($0.0): \($0.1)"] }
        let h2load =
            ["h2load", "-n", "\(requests)", "-m", "\(streams)", "-c", "1", "-i", paths.path, "-d", body.path] + headers
        var results: [String: [Measurement]] = [:]
        for _ in 0..<rounds {
            let runs = [
                ("h2load", h2load), ("send", [itself, "load", "\(port)", "\(requests)", "\(streams)", "0"]),
                ("batch", [itself, "load", "\(port)", "\(requests)", "\(streams)", "5000"]),
            ]
            for (name, command) in runs { results[name, default: []].append(try measure(command)) }
        }
        try show(results)
    }

    private func show(_ results: [String: [Measurement]]) throws {
        guard let reference = results["h2load"] else { return }
        print("\(requests) requests of 300 bytes on 1 connection with \(streams) streams; medians of \(rounds) rounds")
        for name in ["h2load", "send", "batch"] {
            guard let measured = results[name] else { continue }
            let rates = zip(measured, reference).map { $0.rate / $1.rate }
            let costs = zip(measured, reference).map { $0.cost / $1.cost }
            print(
                "  \(name.padding(toLength: 8, withPad: " ", startingAt: 0))"
                    + " \(Int(median(measured.map(\.rate)))) requests/s, \(round(median(measured.map(\.cost)))) us each;"
                    + " of h2load: \(round(median(rates))) x requests/s (\(round(rates.min() ?? 0))"
                    + "-\(round(rates.max() ?? 0))), \(round(median(costs))) x processor time")
        }
    }

    private func measure(_ command: [String]) throws -> Measurement {
        let process = Process()
        let pipe = Pipe()
        launch(process, on: 0, command, output: pipe)
        let before = processorTime()
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let cost = (processorTime() - before) / Double(requests)
        // h2load prints "finished in 1.02s, 196078.43 req/s, 67.32MB/s".
        let rate =
            text.split(separator: "\n").first { $0.hasPrefix("finished") }
            .flatMap { $0.split(separator: " ").dropFirst(3).first }.flatMap { Double($0) } ?? Double(text.trimmed)
        guard process.terminationStatus == 0, let rate, !text.contains("requests:") || text.contains(" 0 failed") else {
            throw Failure(description: "\(command[0]) failed: \(text)")
        }
        return Measurement(rate: rate, cost: cost)
    }

    /// Pins the program to a processor where `taskset` exists.
    private func launch(_ process: Process, on processor: Int, _ command: [String], output: Pipe) {
        let isPinned = FileManager.default.isExecutableFile(atPath: "/usr/bin/taskset")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = (isPinned ? ["taskset", "-c", "\(processor)"] : []) + command
        process.standardOutput = output
    }

    /// User and system time of the ended child processes, in microseconds.
    private func processorTime() -> Double {
        var usage = rusage()
        // RUSAGE_CHILDREN, whose type differs between platforms.
        getrusage(-1, &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) * 1e6 + Double($1.tv_usec) }
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private func round(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

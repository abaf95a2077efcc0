import BellhopCore
import BellhopModel
import BellhopTestSupport
import Foundation
import Metrics
import Testing

@testable import BellhopServer

@Suite("Metrics", .timeLimit(.minutes(10)))
struct MetricsTests {
    private static func scrape(_ server: TestServer) async throws -> Exposition {
        let answered = try await server.send("GET", "/metrics")
        #expect(answered.status == 200)
        return try Exposition(String(decoding: answered.body, as: UTF8.self))
    }

    @Test("A server's metrics are strict Prometheus text with help and type of each family")
    func server() async throws {
        try await TestServer.run { server in
            _ = try await server.send("GET", "/healthz")
            _ = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
            let metrics = try await Self.scrape(server)
            #expect(metrics["bellhop_http_request_seconds"]?.type == "histogram")
            #expect(metrics["bellhop_asks_created_total"]?.samples.map(\.value) == [1])
            for family in metrics.families.values { #expect(MetricDescriptions.all[family.name] == family.help) }
        }
    }

    @Test("Every kind of metric, with any label, is strict Prometheus text")
    func kinds() throws {
        let factory = PrometheusMetrics()
        Counter(label: "a.total", dimensions: [("path", #"/{id}"\"#), ("text", "two\nlines")], factory: factory)
            .increment()
        Gauge(label: "b", factory: factory).record(-1.5)
        Metrics.Timer(label: "c_seconds", dimensions: [("x", "1")], factory: factory).recordMilliseconds(3)
        Metrics.Timer(label: "c_seconds", dimensions: [("x", "2")], factory: factory).recordSeconds(10_000)
        let metrics = try Exposition(factory.text())
        #expect(metrics.families.keys.sorted() == ["a_total", "b", "c_seconds"])
        #expect(metrics["b"]?.samples.map(\.value) == [-1.5])
    }

    @Test(
        "The parser rejects text that is not strict",
        arguments: [
            "a 1\n", "# HELP a A.\na 1\n", "# HELP a A.\n# TYPE a gauge\na 1", "# HELP a A.\n# TYPE a counter\na 1\n",
            "# HELP a A.\n# TYPE a gauge\na 1\na 2\n", "# HELP a A.\n# TYPE a gauge\na{b=1} 1\n",
            "# HELP a A.\n# TYPE a gauge\nb 1\n", "# HELP a A.\n# TYPE a gauge\n", "# TYPE a gauge\na 1\n",
            "# HELP a A.\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n",
        ])
    func strict(_ text: String) {
        #expect(throws: Exposition.Malformed.self) { try Exposition(text) }
    }

    @Test("The queue's depth and the age of its oldest due delivery are those of the scrape")
    func queue() async throws {
        try await TestServer.run { server in
            let empty = try await Self.scrape(server)
            #expect(empty["bellhop_queue_depth"]?.samples.map(\.value) == [0])
            #expect(empty["bellhop_queue_oldest_due_seconds"]?.samples.map(\.value) == [0])
            _ = try await TestDevice.pair(with: server)
            _ = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
            server.time.advance(by: .seconds(90))
            let late = try await Self.scrape(server)
            #expect(late["bellhop_queue_depth"]?.samples.map(\.value) == [1])
            #expect(late["bellhop_queue_oldest_due_seconds"]?.samples.map(\.value) == [90])
        }
    }

    @Test("A failing database does not prevent a scrape")
    func failingStore() async throws {
        let database = TestDatabase()
        try await TestServer.run(over: database.store) { server in
            database.breakDown()
            let metrics = try await Self.scrape(server)
            #expect(metrics["process_open_fds"] != nil)
            database.mend()
        }
    }

    @Test("Every metric in the sources has a description, and every description is in docs/operating.md")
    func descriptions() throws {
        let folder = Repository.root.appending(path: "Server/Sources")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var used: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            guard file.lastPathComponent != "MetricDescriptions.swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            let labels = text.matches(of: #/(?:label: |meter\(|of: )"((?:bellhop|process)_[a-z_]+)"/#)
            used.formUnion(labels.map { String($0.output.1) })
        }
        #expect(used == Set(MetricDescriptions.all.keys))
        let document = try Repository.text("docs/operating.md")
        for (name, help) in MetricDescriptions.all {
            #expect(document.contains("| `\(name)` |"), "docs/operating.md does not list \(name): \(help)")
        }
    }
}

@Suite("Process metrics")
struct ProcessMetricsTests {
    @Test("The figures of this process are strict Prometheus text")
    func figures() throws {
        let metrics = try Exposition(ProcessMetrics.text())
        func value(_ name: String) throws -> Double { try #require(metrics[name]?.samples.first?.value) }
        #expect(try value("process_cpu_seconds_total") > 0)
        #expect(try value("process_open_fds") > 2)
        let (open, most) = (try value("process_open_fds"), try value("process_max_fds"))
        #expect(open <= most)
        #if os(Linux)
        #expect(try value("process_resident_memory_bytes") > 1_000_000)
        #expect(try value("process_start_time_seconds") > 1_600_000_000)
        #endif
    }

    #if os(Linux)
    @Test("A program's name with spaces and parentheses does not shift the fields")
    func programName() {
        let fields = (3...40).map(String.init).joined(separator: " ")
        #expect(ProcessMetrics.startTicks(in: "17 (a b) c) \(fields)") == 22)
        #expect(ProcessMetrics.startTicks(in: "17") == nil)
        #expect(ProcessMetrics.residentBytes(in: "500 2 1 0 0 0 0\n") == 2 * Double(sysconf(CInt(_SC_PAGESIZE))))
        #expect(ProcessMetrics.residentBytes(in: "") == nil)
    }
    #endif
}

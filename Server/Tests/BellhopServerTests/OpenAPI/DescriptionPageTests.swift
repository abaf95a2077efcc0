import BellhopModel
import Foundation
import Testing

@testable import BellhopServer

@Suite("The page of the API")
struct DescriptionPageTests {
    private static func page(_ server: TestServer) async throws -> String {
        let answered = try await server.send("GET", "/docs")
        #expect(answered.status == 200)
        #expect(answered.headers["content-type"] == "text/html; charset=utf-8")
        return String(decoding: answered.body, as: UTF8.self)
    }

    @Test("The page has every operation, body and error, and each link leads to a part of it")
    func anchors() async throws {
        try await TestServer.run { server in
            let page = try await Self.page(server)
            let ids = page.matches(of: /id="([^"]+)"/).map { String($0.1) }
            #expect(ids.count == Set(ids).count && !ids.contains { $0.contains(" ") })
            let described =
                APIDescription.current.operations.map(\.route.id) + APIDescription.current.components.map(\.name)
                + APIErrorCode.allCases.map { "error-\($0.rawValue)" }
            #expect(Set(described).subtracting(ids).isEmpty)
            let targets = page.matches(of: /href="#([^"]+)"/).map { String($0.1) }
            #expect(Set(targets).subtracting(ids).isEmpty)
        }
    }

    @Test("The page loads only files of this server, and its policy allows no others and nothing inline")
    func files() async throws {
        try await TestServer.run { server in
            let policy = try #require(try await server.send("GET", "/docs").headers["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "))
            #expect(!policy.contains("unsafe") && !policy.contains("connect-src"))
            let page = try await Self.page(server)
            let files = page.matches(of: /(?:src|href)="([^"#]+)"/).map { String($0.1) }
            #expect(
                Set(files) == ["console/docs.css", "console/docs.js", "console/icon.svg", "openapi.json"],
                "relative, so that a proxy can serve the page below a path")
            for file in Set(files) { #expect(try await server.send("GET", "/\(file)").status == 200, "\(file)") }
            for inline in ["<style", "<script>", "style=\"", "onclick", "url("] {
                #expect(!page.contains(inline), "\(inline)")
            }
            #expect(page.matches(of: /<script/).count == 1)
        }
    }

    @Test("The commands of the quick start send a notification, and create and read an ask")
    func quickStart() async throws {
        try await TestServer.run { server in
            let page = try await Self.page(server)
            let start = try #require(page.firstMatch(of: /<section id="quick-start"(?s:(.*?))<\/section>/)).1
            let samples = start.matches(of: /<pre[^>]*><code>([^<]*)</).map { Self.text(of: $0.1) }
            try #require(samples.count == 3)
            #expect(samples[0].contains("bellhop keys create") && start.contains(">\(QuickStart.address)</span>"))
            let bodies = samples.map { $0.firstMatch(of: /-d '([^']*)'/).map { String($0.1) } }
            for (sample, path) in zip(samples.dropFirst(), ["/v1/notifications", "/v1/asks"]) {
                #expect(
                    sample.contains(" -X POST \"$BELLHOP_URL\(path)\" \\\n  -H \"Authorization: Bearer $BELLHOP_KEY\""))
            }
            #expect(
                try await server.send("POST", "/v1/notifications", key: server.agent, body: bodies[1]).status == 202)
            let created = try await server.send("POST", "/v1/asks", key: server.agent, body: bodies[2])
            #expect(created.status == 201)
            let ask: Ask = try created.decode()
            let wait = try #require(samples[2].firstMatch(of: /curl "\$BELLHOP_URL([^"]+)" \\\n/)).1
            #expect(try await server.send("DELETE", "/v1/asks/\(ask.id)", key: server.agent).status == 200)
            let read = try await server.send(
                "GET", String(wait).replacing("$ASK", with: ask.id.description), key: server.agent)
            #expect(read.status == 200 && wait.hasSuffix("?wait=55"))
        }
    }

    private static func text(of html: Substring) -> String {
        [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")].reduce(String(html)) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}

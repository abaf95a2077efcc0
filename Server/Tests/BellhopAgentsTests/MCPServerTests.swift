import BellhopModel
import Testing

@testable import BellhopAgents

@Suite("State machine of the MCP server")
struct MCPServerTests {
    private static func server() -> MCPServer { MCPServer(version: "1.2.3", host: "studio", folder: "/home/user/shop") }

    /// The one response of `server` to `line`.
    private static func reply(_ server: inout MCPServer, _ line: [UInt8]) throws -> JSONValue {
        let steps = server.receive(.line(line))
        guard case .send(let bytes)? = steps.first, steps.count == 1 else { throw NoReply(steps: steps) }
        #expect(bytes.last == UInt8(ascii: "\n") && bytes.dropLast().allSatisfy { $0 != UInt8(ascii: "\n") })
        return try Line.json(bytes)
    }

    struct NoReply: Error { let steps: [MCPServer.Step] }

    @Test(
        "A handshake selects the client's revision if it is known, otherwise the newest with a handshake",
        arguments: [
            ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"),
            ("2024-11-05", "2024-11-05"), ("2026-07-28", "2025-11-25"), ("1999-01-01", "2025-11-25"),
            ("", "2025-11-25"),
        ])
    func handshake(asked: String, agreed: String) throws {
        var server = Self.server()
        let reply = try Self.reply(&server, Line.request(0, "initialize", ["protocolVersion": .string(asked)]))
        #expect(reply["result"]?["protocolVersion"] == .string(agreed))
        #expect(reply["result"]?["serverInfo"]?["version"] == "1.2.3")
        #expect(reply["result"]?["capabilities"]?["tools"] == [:])
        let initialized = try Line.notification("notifications/initialized", [:])
        #expect(server.receive(.line(initialized)) == [])
    }

    @Test(
        "Each revision gets the tool fields that it defines",
        arguments: [("2024-11-05", false, false), ("2025-03-26", true, false), ("2025-06-18", true, true)])
    func tools(version: String, hasAnnotations: Bool, hasOutput: Bool) throws {
        var server = Self.server()
        _ = try Self.reply(&server, Line.request(0, "initialize", ["protocolVersion": .string(version)]))
        let reply = try Self.reply(&server, Line.request(1, "tools/list"))
        let tools = try #require(reply["result"]?["tools"]?.array)
        #expect(tools.compactMap { $0["name"]?.string } == ["ask", "notify", "approve"])
        #expect(tools.allSatisfy { $0["inputSchema"]?["type"] == "object" })
        #expect(tools.allSatisfy { ($0["annotations"] != nil) == hasAnnotations })
        #expect(tools.map { $0["outputSchema"] != nil } == [hasOutput, hasOutput, false])
        #expect(reply["result"]?["resultType"] == nil)
    }

    private static func modern(_ version: String = "2026-07-28", _ more: [String: JSONValue] = [:]) -> JSONValue {
        let meta: JSONValue = [
            "io.modelcontextprotocol/protocolVersion": .string(version),
            "io.modelcontextprotocol/clientCapabilities": [:],
        ]
        return .object(more.merging(["_meta": meta]) { $1 })
    }

    @Test("Without a handshake each request names its revision, and results are marked")
    func stateless() throws {
        var server = Self.server()
        let discovered = try Self.reply(&server, Line.request("d", "server/discover", Self.modern()))
        #expect(discovered["result"]?["supportedVersions"]?.array?.first == "2026-07-28")
        #expect(discovered["result"]?["resultType"] == "complete")
        let tools = try Self.reply(&server, Line.request(1, "tools/list", Self.modern()))
        #expect(tools["result"]?["resultType"] == "complete")
        #expect(tools["result"]?["cacheScope"] == "public")
        #expect(tools["result"]?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "bellhop")
    }

    @Test("An unknown revision is refused with the supported ones, and a request without capabilities is refused")
    func wrongRevision() throws {
        var server = Self.server()
        let unknown = try Self.reply(&server, Line.request(1, "tools/list", Self.modern("1900-01-01")))
        #expect(unknown["error"]?["code"] == -32022)
        #expect(unknown["error"]?["data"]?["requested"] == "1900-01-01")
        #expect(unknown["error"]?["data"]?["supported"]?.array?.contains("2025-11-25") == true)
        let bare: JSONValue = ["_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]]
        let missing = try Self.reply(&server, Line.request(2, "tools/list", bare))
        #expect(missing["error"]?["code"] == -32602)
    }

    @Test(
        "Invalid messages get the errors of JSON-RPC",
        arguments: [
            ("{", -32700), ("[1", -32700), ("7", -32600), (#"{"id":1}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, -32601),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602),
            (String(repeating: "[", count: 500), -32700), ("[]", -32600),
            ("[" + String(repeating: "7,", count: 64) + "7]", -32600),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600), (#"{"id":true,"method":"ping"}"#, -32600),
        ] as [(String, Int64)])
    func errors(text: String, code: Int64) throws {
        var server = Self.server()
        let reply = try Self.reply(&server, Array(text.utf8))
        #expect(reply["error"]?["code"] == .integer(code))
        #expect(reply["jsonrpc"] == "2.0")
    }

    @Test("Blank lines, responses and unknown notifications are ignored, and ping gets a response")
    func ignored() throws {
        var server = Self.server()
        for text in ["\n", " \r\n", #"{"id":1,"result":{}}"#, #"{"method":"notifications/roots/list_changed"}"#] {
            #expect(server.receive(.line(Array(text.utf8))) == [])
        }
        #expect(try Self.reply(&server, Line.request("p", "ping"))["result"] == [:])
    }

    @Test("A batch is answered message by message")
    func batch() throws {
        var server = Self.server()
        let batch: JSONValue = [
            ["jsonrpc": "2.0", "id": 1, "method": "ping"], ["jsonrpc": "2.0", "id": 2, "method": "ping"],
        ]
        let steps = server.receive(.line(try Line.bytes(batch)))
        #expect(steps.count == 2)
    }

    @Test("A line beyond the limit gets one error response when it arrives in parts")
    func tooLong() {
        var server = Self.server()
        #expect(server.receive(.part([1], endsLine: false)) == [])
        #expect(server.receive(.part([10], endsLine: true)).count == 1)
    }

    @Test("A cancelled call is withdrawn at once and gets no response")
    func cancelled() throws {
        var server = Self.server()
        let steps = server.receive(
            .line(try Line.request(5, "tools/call", ["name": "ask", "arguments": ["question": "Which?"]])))
        guard case .start(let call)? = steps.first else { throw NoReply(steps: steps) }
        let cancel = try Line.notification("notifications/cancelled", ["requestId": 5])
        #expect(server.receive(.line(cancel)) == [.stop(call.id)])
        #expect(server.receive(.line(cancel)) == [])
        let late = server.finish(call.id, with: .failed("late"))
        #expect(late == nil)
    }

    @Test("Progress is reported on request while the call is open")
    func progress() throws {
        var server = Self.server()
        let params: JSONValue = [
            "name": "ask", "arguments": ["question": "Which?"], "_meta": ["progressToken": "t"],
        ]
        let steps = server.receive(.line(try Line.request(5, "tools/call", params)))
        guard case .start(let call)? = steps.first else { throw NoReply(steps: steps) }
        #expect(call.wantsProgress)
        let said = server.progress(of: call.id, seconds: 10, of: 540)
        let line = try Line.json(try #require(said))
        #expect(line["method"] == "notifications/progress")
        #expect(line["params"]?["progressToken"] == "t")
        #expect(line["params"]?["progress"] == 10)
        _ = server.finish(call.id, with: .failed("x"))
        #expect(server.progress(of: call.id, seconds: 20, of: 540) == nil)
    }
}

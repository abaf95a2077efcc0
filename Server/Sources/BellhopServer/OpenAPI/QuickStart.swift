import BellhopModel
import Crypto

/// The first section of the page: three steps from a key to an answer, as commands for a shell.
struct QuickStart: Sendable {
    /// The address in the commands, which the page's script replaces by its own.
    static let address = "http://127.0.0.1:8787"

    private static let action = "kubectl rollout restart deployment/api"

    private static let notification: JSONValue = [
        "title": "Build finished", "body": "All tests passed.",
    ]

    private static let ask: JSONValue = [
        "title": "Restart the API?", "body": .string(action), "input": .string(action),
        "input_digest": .string(SHA256.hash(data: Array(action.utf8)).map(hex).joined()), "expires_in": 300,
    ]

    private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    let operations: [Operation]

    /// - Throws: `EncodingError`.
    var html: String {
        get throws {
            """
            <section id="quick-start" aria-labelledby="quick-start-title">
            <h2 id="quick-start-title">Quick start</h2>
            <ol class="steps">
            <li><h3>Get a key</h3>
            <p>On the server’s machine. The key is shown once; it belongs to the user of the admin key.</p>
            \(HTML.sample("Commands for a key", Self.key))</li>
            <li><h3>Send a notification</h3>
            <p>It appears on every device of the user. \(link("All fields", to: API.sendNotification.route)).</p>
            \(HTML.sample("Command for a notification", HTML.escape(try command(API.sendNotification.route, Self.notification))))</li>
            <li><h3>Wait for an ask’s answer</h3>
            <p>A device signs the answer over the exact <code>input</code>; <code>input_digest</code> is its SHA-256. Repeat the second
            command while <code>state</code> is <code>pending</code>. The commands need <code>jq</code>.
            \(link("All fields", to: API.createAsk.route)).</p>
            \(HTML.sample("Commands for an ask", HTML.escape(try asking)))</li>
            </ol>
            </section>
            """
        }
    }

    private static let key = """
        export BELLHOP_KEY=$(bellhop keys create --label quick-start)
        export BELLHOP_URL=<span class="origin">\(HTML.escape(address))</span>
        """

    private var asking: String {
        get throws {
            let wait = try command(API.getAsk.route).replacing("/ID", with: "/$ASK")
            // curl reports its progress when its output is not a terminal.
            let create = try command(API.createAsk.route, Self.ask).replacing(
                "curl ", with: "curl -s ", maxReplacements: 1)
            return "ASK=$(\(create) | jq -r .id)\n\(wait)"
        }
    }

    private func command(_ route: APIRoute, _ body: JSONValue? = nil) throws -> String {
        try operations.first { $0.route == route }?.curl(body) ?? ""
    }

    private func link(_ text: String, to route: APIRoute) -> String { "<a href=\"#\(route.id)\">\(text)</a>" }
}

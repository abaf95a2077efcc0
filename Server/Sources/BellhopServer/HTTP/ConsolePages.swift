import BellhopConsole
import BellhopModel
import HTTPTypes

/// The web console: a page without a build step, its scripts, styles and icons, embedded into the program.
/// The script and style of `GET /docs` are among them.
struct ConsolePages: Sendable {
    static let current = ConsolePages()

    /// No other host is contacted, no inline script or style is allowed, and no page may frame it (CSP Level 3).
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
        "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    /// The first components of the paths that the page itself divides into views.
    private static let views: Set<Substring> = [
        "asks", "history", "notifications", "sessions", "devices", "pair", "preferences", "schedules", "campaigns",
        "send", "service",
    ]

    private let documents: [String: StaticDocument]

    private init() {
        let files = UnsafeBufferPointer(start: bellhop_console_files, count: bellhop_console_file_count)
        documents = Dictionary(
            uniqueKeysWithValues: files.map { file in
                let name = String(cString: file.name)
                let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
                return (Self.path(of: name), StaticDocument(bytes, type: Self.type(of: name), policy: Self.policy))
            })
    }

    /// The document at `path`; `nil` for a path that is not the console's.
    func document(at path: String) -> StaticDocument? {
        if let document = documents[path] { return document }
        guard let first = path.split(separator: "/").first, Self.views.contains(first) else { return nil }
        return documents["/"]
    }

    /// The page and the service worker are at the root, which is the scope of the worker.
    private static func path(of name: String) -> String {
        switch name {
        case "index.html": "/"
        case "service-worker.js": "/\(name)"
        default: "/console/\(name)"
        }
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }
}

import BellhopModel

/// A request that has arrived whole.
struct FCMRequest: Sendable {
    enum Target: Sendable, Hashable {
        case token
        /// To this project.
        case send(project: String)
        case elsewhere
    }

    var method: String
    var path: String
    /// `:authority`: host and port as the client wrote them.
    var host: String
    var authorization: String?
    var contentType: String?
    var body: [UInt8]

    var target: Target {
        if path == "/token" { return .token }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[1] == "v1", parts[2] == "projects", !parts[3].isEmpty, parts[4] == "messages:send"
        else { return .elsewhere }
        return .send(project: String(parts[3]))
    }

    /// The fields of a form (URL Standard, application/x-www-form-urlencoded). What cannot be read is left out.
    var form: [String: String] {
        var fields: [String: String] = [:]
        for pair in String(decoding: body, as: UTF8.self).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = Self.decode(parts[0]), let value = Self.decode(parts[1]) else {
                continue
            }
            fields[name] = value
        }
        return fields
    }

    private static func decode(_ text: Substring) -> String? {
        PercentEncoding.decode(Substring(text.replacing("+", with: " ")))
    }
}

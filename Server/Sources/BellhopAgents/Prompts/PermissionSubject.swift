import BellhopModel

/// What an ACP agent asks permission for.
///
/// In v1 that is a tool call; in v2 it stands under `subject` and may also be a command, and the request has words of its
/// own beside it.
struct PermissionSubject {
    let call: ACPToolCall
    /// Where the command is to run, when the request says so.
    let folder: String?
    private let params: [String: JSONValue]

    /// - Parameter item: the tool call as it was told of before.
    init(_ params: [String: JSONValue], before item: [String: JSONValue]) {
        self.params = params
        let subject = params["subject"]
        if subject?["type"]?.string == "command" {
            call = ACPToolCall(
                ["kind": "execute", "rawInput": ["command": subject?["command"] ?? .null]], before: item)
            folder = subject?["cwd"]?.string
        } else {
            call = ACPToolCall(Self.toolCall(params) ?? [:], before: item)
            folder = nil
        }
    }

    /// The tool call in a request for permission, as far as the request tells of it.
    static func toolCall(_ params: [String: JSONValue]) -> [String: JSONValue]? {
        (params["toolCall"] ?? params["subject"]?["toolCall"])?.object
    }

    /// What names the tool call in a request for permission.
    static func id(_ params: [String: JSONValue]) -> String? {
        (toolCall(params)?["toolCallId"] ?? params["subject"]?["toolCallId"])?.string
    }

    /// The request as it would be made now that its tool call is `call`.
    static func params(_ params: [String: JSONValue], about call: [String: JSONValue]) -> [String: JSONValue] {
        guard toolCall(params) != nil else { return params }
        var now = params
        if params["toolCall"] != nil {
            now["toolCall"] = .object(call)
        } else {
            now["subject"] = .object((params["subject"]?.object ?? [:]).merging(["toolCall": .object(call)]) { $1 })
        }
        return now
    }

    /// What is decided on; `nil` when nothing is known of it.
    ///
    /// Where there is nothing to it but the request's own words, or what is not known here, that is shown.
    ///
    /// - Parameter folder: the one that the session works in.
    func body(in folder: String?) -> Evidence? {
        if let body = call.body(at: self.folder, in: folder) { return body }
        var parts = [title, params["description"]?.string].compactMap(\.self)
        if let subject = params["subject"], subject != .null, let text = try? CanonicalJSON.text(subject) {
            parts.append(text)
        }
        return parts.isEmpty ? nil : Evidence(parts.joined(separator: "\n"))
    }

    /// What the agent says about it; not what is decided on.
    var explanation: String? {
        let words = [title, params["description"]?.string, call.description].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: "\n")
    }

    private var title: String? { params["title"]?.string.flatMap { $0.isEmpty ? nil : $0 } }
}

/// One of the options that an ACP agent offers with its request for permission.
struct PermissionOption: Hashable {
    /// The hints that ACP v1 knows; later versions may bring others (agentclientprotocol.com/protocol/v2/tool-calls).
    enum Kind: String {
        case allowOnce = "allow_once"
        case allowAlways = "allow_always"
        case rejectOnce = "reject_once"
        case rejectAlways = "reject_always"
    }

    let id: String
    let name: String
    /// `nil` for one that is not known, which may hold for good.
    let kind: Kind?

    init?(_ json: JSONValue) {
        guard let id = json["optionId"]?.string, let kind = json["kind"]?.string else { return nil }
        self.id = id
        self.kind = Kind(rawValue: kind)
        name = json["name"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? id
    }

    var selected: JSONValue { ["outcome": ["outcome": "selected", "optionId": .string(id)]] }

    static let cancelled: JSONValue = ["outcome": ["outcome": "cancelled"]]
}

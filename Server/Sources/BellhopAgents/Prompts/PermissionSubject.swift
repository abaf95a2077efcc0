import BellhopModel

/// The subject of an ACP permission request.
///
/// In v1 it is a tool call. In v2 it is in `subject` and may also be a command, and the request has a title and description.
struct PermissionSubject {
    let call: ACPToolCall
    /// The folder in which the command runs, if the request names it.
    let folder: String?
    private let params: [String: JSONValue]

    /// - Parameter item: the tool call from earlier messages.
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

    /// The fields of the tool call in a permission request.
    static func toolCall(_ params: [String: JSONValue]) -> [String: JSONValue]? {
        (params["toolCall"] ?? params["subject"]?["toolCall"])?.object
    }

    /// The id of the tool call in a permission request.
    static func id(_ params: [String: JSONValue]) -> String? {
        (toolCall(params)?["toolCallId"] ?? params["subject"]?["toolCallId"])?.string
    }

    /// The request with its tool call replaced by `call`.
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

    /// The evidence to decide on; `nil` when the request has none.
    ///
    /// Falls back to the request's title and description, and to subjects of an unknown type.
    ///
    /// - Parameter folder: the session's working folder.
    func body(in folder: String?) -> Evidence? {
        if let body = call.body(at: self.folder, in: folder) { return body }
        var parts = [title, params["description"]?.string].compactMap(\.self)
        if let subject = params["subject"], subject != .null, let text = try? CanonicalJSON.text(subject) {
            parts.append(text)
        }
        return parts.isEmpty ? nil : Evidence(parts.joined(separator: "\n"))
    }

    /// The agent's own words, which are no evidence.
    var explanation: String? {
        let words = [title, params["description"]?.string, call.description].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: "\n")
    }

    private var title: String? { params["title"]?.string.flatMap { $0.isEmpty ? nil : $0 } }
}

/// An option of an ACP permission request.
struct PermissionOption: Hashable {
    /// The kinds of ACP v1; later versions may add others (agentclientprotocol.com/protocol/v2/tool-calls).
    enum Kind: String {
        case allowOnce = "allow_once"
        case allowAlways = "allow_always"
        case rejectOnce = "reject_once"
        case rejectAlways = "reject_always"
    }

    let id: String
    let name: String
    /// `nil` for an unknown kind, which may be permanent.
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

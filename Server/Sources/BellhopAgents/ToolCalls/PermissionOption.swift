import BellhopModel

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

import BellhopModel

/// What the outermost object of a JSON-RPC line says about it, read without decoding the rest.
///
/// Most of what passes through is of no concern here and may be long; this is one walk over its bytes. It is lenient
/// about what stands inside the members it skips: whoever needs those decodes the whole line, see ``RPCMessage``.
struct RPCHead: Hashable {
    /// `nil` for a response.
    let method: String?
    /// `nil` for a notification.
    let id: RPCID?
    /// It has a `result` or an `error`.
    let isResponse: Bool
    /// Whether it says `"jsonrpc":"2.0"`. Codex leaves it out, and is answered without it.
    let isMarked: Bool

    /// - Returns: `nil` for what is no JSON object, or names a member twice that matters here.
    init?(_ line: [UInt8]) {
        var walk = MemberWalk(bytes: line)
        guard walk.enter() else { return nil }
        var found: [String: JSONValue] = [:]
        var isResponse = false
        var isMarked = false
        while let member = walk.next() {
            switch member.key {
            case "method", "id":
                guard found[member.key] == nil,
                    let value = try? CanonicalJSON.decode(JSONValue.self, from: line[member.value])
                else { return nil }
                found[member.key] = value
            case "result", "error": isResponse = true
            case "jsonrpc": isMarked = true
            default: break
            }
        }
        guard walk.isComplete else { return nil }
        method = found["method"]?.string
        id = RPCID(found["id"])
        self.isResponse = isResponse && method == nil && id != nil
        self.isMarked = isMarked
    }
}

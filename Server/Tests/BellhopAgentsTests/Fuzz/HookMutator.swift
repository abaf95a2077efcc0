import BellhopModel
import BellhopTesting

/// Mutates valid hook inputs: mostly into JSON that an agent could have sent, with values of other types, other keys or
/// hostile text; some into invalid JSON.
struct HookMutator {
    let seeds: [JSONValue]
    var generator: SeededGenerator
    private var last: [UInt8] = []

    init(seeds: [JSONValue], generator: SeededGenerator) {
        self.seeds = seeds
        self.generator = generator
    }

    /// One in four inputs is new JSON; the others are byte mutations of it, which cost much less.
    mutating func next() throws -> [UInt8] {
        guard last.isEmpty || below(4) == 0 else {
            var bytes = last
            for _ in 0...below(3) { mutate(&bytes) }
            return bytes
        }
        var value = selection(seeds)
        for _ in 0..<below(5) { value = mutated(value, 0) }
        last = try CanonicalJSON.encode(value)
        return last
    }

    // MARK: - Values

    /// Changes one place in `value`, mostly one or two levels deep.
    private mutating func mutated(_ value: JSONValue, _ depth: Int) -> JSONValue {
        let isHere = below(6) < depth
        switch value {
        case .object(var members) where !members.isEmpty && !isHere:
            let key = selection(members.keys.sorted())
            switch below(8) {
            case 0: members[key] = nil
            case 1: members[selection(Self.keys)] = selection(Self.values)
            case 2: members[selection(Self.keys)] = members[key]
            case 3: members[key] = members[selection(members.keys.sorted())]
            default: members[key] = mutated(members[key] ?? .null, depth + 1)
            }
            return .object(members)
        case .array(var elements) where !elements.isEmpty && !isHere:
            let index = below(elements.count)
            switch below(6) {
            case 0: elements.remove(at: index)
            case 1: elements.append(elements[index])
            case 2: elements += [JSONValue](repeating: elements[index], count: below(5) * below(5))
            default: elements[index] = mutated(elements[index], depth + 1)
            }
            return .array(elements)
        case .string(let text) where below(4) > 0: return .string(mutated(text))
        default: return replaced(value)
        }
    }

    /// The same or another value with another type.
    private mutating func replaced(_ value: JSONValue) -> JSONValue {
        switch below(8) {
        case 0: .array([value])
        case 1: .object([selection(Self.keys): value])
        case 2: .string(value.integer.map(String.init) ?? "17")
        case 3: value.string.flatMap { Int64($0) }.map(JSONValue.integer) ?? .integer(17)
        case 4: selection(seeds)
        default: selection(Self.values)
        }
    }

    private mutating func mutated(_ text: String) -> String {
        let position = text.index(text.startIndex, offsetBy: below(text.count + 1))
        return switch below(8) {
        case 0: String(text[..<position])
        case 1: String(text[position...])
        case 2: text + text
        case 3: String(repeating: text, count: below(8) * below(8))
        case 4: selection(Self.texts)
        default: text[..<position] + selection(Self.texts) + text[position...]
        }
    }

    // MARK: - Bytes

    private mutating func mutate(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let position = below(bytes.count)
        switch below(6) {
        case 0: bytes[position] = UInt8(below(256))
        case 1: bytes.remove(at: position)
        case 2: bytes.insert(contentsOf: selection(Self.fragments), at: position)
        case 3: bytes.removeSubrange(position..<min(bytes.count, position + 1 + below(30)))
        case 4: bytes.append(contentsOf: bytes[position...].prefix(50))
        default:
            // A duplicate key with two values.
            guard let key = bytes[position...].firstIndex(of: UInt8(ascii: ",")) else { return }
            bytes.insert(contentsOf: Array(#","tool_name":"Write","command":"ls","session_id":7"#.utf8), at: key)
        }
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
    private mutating func selection<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    private static let keys = [
        "hook_event_name", "session_id", "cwd", "tool_name", "tool_input", "tool_use_id", "agent_id", "prompt_id",
        "command", "description", "file_path", "content", "edits", "old_string", "questions", "question", "options",
        "label", "multiSelect", "plan", "permission_suggestions", "rules", "ruleContent", "toolName", "behavior",
        "destination", "type", "mode", "requested_schema", "properties", "required", "enum", "mcp_server_name",
        "background_tasks", "message", "notification_type", "error", "properties", "metadata", "patterns",
        "dangerouslyDisableSandbox", "run_in_background", "updatedInput", "decision", "toString", "",
    ]

    private static let values: [JSONValue] = [
        .null, true, false, 0, -1, 1.5e300, 9_223_372_036_854_775_807, "", " ", [], [:], [[]], [[:]], ["a"],
        "PermissionRequest", "PreToolUse", "BeforeTool", "Stop", "Elicitation", "Notification", "Bash", "Write",
        "MultiEdit", "AskUserQuestion", "ExitPlanMode", "apply_patch", "mcp__a__b", "mcp__", "*", ":*", "setMode",
        "addRules", "acceptEdits", "bypassPermissions", "allow", "userSettings", "projectSettings", "domain:*",
        "string",
        "boolean", "array", "form", "url", "permission_prompt",
    ]

    private static let texts = [
        "\u{202E}", "\u{0}", "\u{1B}[8m", "\u{200B}\u{200B}", "p\u{430}ypal", "\r", "\n", "\u{2028}", "😀👩‍👩‍👧‍👦", "a\u{301}",
        String(repeating: " ", count: 90), String(repeating: "\n", count: 30), String(repeating: "x", count: 600),
        " ghp_" + SecretText.body + " ", " --password " + "ghp_" + SecretText.body, "; rm -rf ~", " | sh", "$(curl x)",
        "`",
        "'", "\"", "\\", "../../", "~/", "/etc/", "*", "{", "}}", "⚠ nothing", "‹masked›",
    ]

    private static let fragments = [
        "\u{202E}", "\u{0}", "\\u0000", "\\ud800", "{", "}", "[[[[", "\"", "\\", ",", ":null", "😀", "1e999", "-0",
        "\"updatedInput\":{},", "\"behavior\":\"allow\",",
    ].map { Array($0.utf8) }
}

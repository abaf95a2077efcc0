/// Why a hook's input cannot be used. The hook then prints nothing, and the agent's own prompt stands.
///
/// The description is one line for standard error. It never repeats the input, which may hold secrets.
public enum HookProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    /// More bytes than ``HookInput/limit``.
    case tooLarge
    case notUTF8
    case notJSON
    /// JSON, but not an object.
    case notAnObject
    /// Arrays and objects nested deeper than ``NestingDepth/limit``.
    case nestedTooDeep
    /// A field that this event cannot do without, absent or of another type.
    case missing(field: String)
    /// The input does not fit into an ask (``BellhopModel/APILimits/input``).
    case inputTooLargeToShow

    public var description: String {
        switch self {
        case .empty: "the hook input is empty: the agent sends one JSON object on standard input"
        case .tooLarge: "the hook input is larger than \(HookInput.limit >> 20) MiB"
        case .notUTF8: "the hook input is not valid UTF-8"
        case .notJSON: "the hook input is not valid JSON"
        case .notAnObject: "the hook input is not a JSON object"
        case .nestedTooDeep: "the hook input is nested deeper than \(NestingDepth.limit) levels"
        case .missing(let field): "the hook input has no usable \(field)"
        case .inputTooLargeToShow: "the tool's input is too large to be shown on a phone: answer in the terminal"
        }
    }
}

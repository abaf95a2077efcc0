/// One key press.
enum Key: Hashable, Sendable {
    case character(Character)
    case enter, escape, backspace
    /// Standard input has ended, or Control-C or Control-D was pressed.
    case end
}

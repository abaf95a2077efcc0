/// One key press.
enum Key: Hashable, Sendable {
    case character(Character)
    case enter, escape, backspace
    case up, down, pageUp, pageDown
    /// Control-C.
    case interrupt
    /// Standard input has ended, or Control-D was pressed.
    case end
}

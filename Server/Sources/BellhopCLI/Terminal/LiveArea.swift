import BellhopTerminal

/// Lines on the terminal that are drawn again whenever they change.
struct LiveArea: Sendable {
    enum Place: Sendable {
        /// The whole terminal, which shows what it showed before when the area ends.
        case fullScreen
        /// Below what was printed before; the last lines stay.
        case inline
    }

    private let place: Place
    private let display: TerminalDisplay
    private let write: @Sendable (String) -> Void
    private var shown: [StyledText]?

    /// - Parameter write: gets what is written to the terminal.
    init(
        _ place: Place, on display: TerminalDisplay,
        write: @escaping @Sendable (String) -> Void = { Output.write(Array($0.utf8)) }
    ) {
        self.place = place
        self.display = display
        self.write = write
        guard display.isRedrawable else { return }
        write(place == .fullScreen ? "\u{1B}[?1049h\u{1B}[?25l" : "\u{1B}[?25l")
    }

    /// Shows `lines` in the place of those before. Where nothing can be drawn over, they follow.
    mutating func draw(_ lines: [StyledText]) {
        guard lines != shown else { return }
        let rendered = lines.map { $0.rendered(inColor: display.hasColor) }
        if display.isRedrawable {
            // The rest of each line, and what is below, is erased after it is drawn over: nothing flickers.
            let start = place == .fullScreen ? "\u{1B}[H" : shown.map(Self.back) ?? ""
            let end = place == .fullScreen ? "" : "\n"
            write(start + rendered.map { $0 + "\u{1B}[K" }.joined(separator: "\n") + "\u{1B}[J" + end)
        } else {
            write(rendered.map { $0 + "\n" }.joined())
        }
        shown = lines
    }

    /// Gives the terminal back.
    func end() {
        guard display.isRedrawable else { return }
        write(place == .fullScreen ? "\u{1B}[?25h\u{1B}[?1049l" : "\u{1B}[?25h")
    }

    /// To the beginning of the lines that were drawn last, and the cursor is below them.
    private static func back(over lines: [StyledText]) -> String { "\u{1B}[\(lines.count)A\r" }
}

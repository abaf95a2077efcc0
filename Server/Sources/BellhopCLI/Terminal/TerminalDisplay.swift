import ArgumentParser
import BellhopFoundation
import BellhopTerminal

/// The values of `--color`.
enum ColorMode: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// On a terminal, unless `NO_COLOR` or `TERM=dumb` says otherwise.
    case auto
    case always, never
}

/// The option `--color`.
struct ColorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use colors: auto, always or never. auto uses them on a terminal, unless NO_COLOR is set or TERM is dumb.",
            valueName: "when"))
    var color = ColorMode.auto

    /// The properties of standard output.
    var display: TerminalDisplay {
        TerminalDisplay(
            color, isTerminal: isatty(STDOUT_FILENO) == 1, size: TerminalDisplay.size(),
            environment: ProcessInfo.processInfo.environment)
    }
}

/// The abilities and the size of standard output.
struct TerminalDisplay: Hashable, Sendable {
    var hasColor: Bool
    /// Drawn lines can be overwritten.
    var isRedrawable: Bool
    /// The width, at least ``narrowest``.
    var columns: Int
    /// The height; `nil` for output that is not overwritten and may have any length.
    var rows: Int?

    /// The minimum width to draw for; a narrower terminal wraps lines itself.
    static let narrowest = 40
    private static let usualColumns = 80

    /// Neither colors nor cursor movements, such as a file.
    static let plain = TerminalDisplay(hasColor: false, isRedrawable: false, columns: usualColumns)

    init(hasColor: Bool, isRedrawable: Bool, columns: Int, rows: Int? = nil) {
        self.hasColor = hasColor
        self.isRedrawable = isRedrawable
        self.columns = columns
        self.rows = rows
    }

    /// - Parameter size: the terminal's size; `nil` when unknown.
    init(_ mode: ColorMode, isTerminal: Bool, size: Size?, environment: [String: String]) {
        let isDumb = environment["TERM"] == "dumb"
        hasColor =
            switch mode {
            // An empty NO_COLOR has no effect (no-color.org).
            case .auto: isTerminal && !isDumb && environment["NO_COLOR", default: ""].isEmpty
            case .always: true
            case .never: false
            }
        isRedrawable = isTerminal && !isDumb
        columns = max(Self.narrowest, size?.columns ?? environment["COLUMNS"].flatMap(Int.init) ?? Self.usualColumns)
        rows = isRedrawable ? size?.rows : nil
    }

    struct Size: Hashable, Sendable {
        var columns: Int
        /// `nil` when unknown.
        var rows: Int?
    }

    /// The size of the terminal at standard output; `nil` without a terminal, or when unknown.
    static func size() -> Size? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Size(columns: Int(size.ws_col), rows: size.ws_row > 0 ? Int(size.ws_row) : nil)
    }

    /// Prints lines on standard output, on a terminal wrapped at spaces.
    func print(_ lines: [StyledText]) {
        for line in isRedrawable ? lines.flatMap({ $0.wrapped(to: columns) }) : lines {
            Output.line(line, inColor: hasColor)
        }
    }

    /// The display with the terminal's current size.
    var resized: TerminalDisplay {
        guard isRedrawable, let size = Self.size() else { return self }
        var display = self
        (display.columns, display.rows) = (max(Self.narrowest, size.columns), size.rows)
        return display
    }
}

/// Lines on the terminal that are redrawn when they change.
struct LiveArea: Sendable {
    enum Mode: Sendable {
        /// The whole terminal, whose previous contents are restored at the end.
        case fullScreen
        /// Below the previous output; the last lines remain.
        case inline
    }

    private let mode: Mode
    private let display: TerminalDisplay
    private let write: @Sendable (String) -> Void
    private var shown: [StyledText]?

    /// - Parameter write: writes to the terminal.
    init(
        _ mode: Mode, on display: TerminalDisplay,
        write: @escaping @Sendable (String) -> Void = { Output.write(Array($0.utf8)) }
    ) {
        self.mode = mode
        self.display = display
        self.write = write
        guard display.isRedrawable else { return }
        write(mode == .fullScreen ? "\u{1B}[?1049h\u{1B}[?25l" : "\u{1B}[?25l")
    }

    /// Replaces the previous lines by `lines`, or appends them when the output cannot be overwritten.
    mutating func draw(_ lines: [StyledText]) {
        guard lines != shown else { return }
        let rendered = lines.map { $0.rendered(inColor: display.hasColor) }
        if display.isRedrawable {
            // Erases after overwriting instead of before, to avoid flicker.
            let start = mode == .fullScreen ? "\u{1B}[H" : shown.map(Self.back) ?? ""
            let end = mode == .fullScreen ? "" : "\n"
            write(start + rendered.map { $0 + "\u{1B}[K" }.joined(separator: "\n") + "\u{1B}[J" + end)
        } else {
            write(rendered.map { $0 + "\n" }.joined())
        }
        shown = lines
    }

    /// Restores the terminal.
    func end() {
        guard display.isRedrawable else { return }
        write(mode == .fullScreen ? "\u{1B}[?25h\u{1B}[?1049l" : "\u{1B}[?25h")
    }

    /// Moves the cursor from below the last drawn lines to their beginning.
    private static func back(over lines: [StyledText]) -> String { "\u{1B}[\(lines.count)A\r" }
}

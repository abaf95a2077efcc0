import ArgumentParser
import BellhopTerminal
import Foundation

/// When to use colors: `--color`.
enum ColorMode: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// On a terminal, unless `NO_COLOR` or `TERM=dumb` says otherwise.
    case auto
    case always, never
}

/// The option that says when to use colors.
struct ColorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use colors: auto, always or never. auto: on a terminal, unless NO_COLOR is set or TERM is dumb.",
            valueName: "when"))
    var color = ColorMode.auto

    /// Standard output as it is now.
    var display: TerminalDisplay {
        TerminalDisplay(
            color, isTerminal: isatty(STDOUT_FILENO) == 1, size: TerminalDisplay.size(),
            environment: ProcessInfo.processInfo.environment)
    }
}

/// The abilities and the size of standard output.
struct TerminalDisplay: Hashable, Sendable {
    var hasColor: Bool
    /// Whether what is drawn can be drawn over.
    var isRedrawable: Bool
    /// The width, at least ``narrowest``.
    var columns: Int
    /// The height; `nil` where nothing is drawn over, and the output may have any length.
    var rows: Int?

    /// Fewer columns are not drawn for: a line then wraps at the terminal's edge.
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

    /// - Parameter size: the terminal's; `nil` when it does not say.
    init(_ mode: ColorMode, isTerminal: Bool, size: Size?, environment: [String: String]) {
        let isDumb = environment["TERM"] == "dumb"
        hasColor =
            switch mode {
            // A NO_COLOR that is set to nothing asks for nothing (no-color.org).
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
        /// `nil` when the terminal does not say.
        var rows: Int?
    }

    /// The size of the terminal at standard output; `nil` when there is none, or it does not say.
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

    /// The same, in the size that the terminal has now.
    var resized: TerminalDisplay {
        guard isRedrawable, let size = Self.size() else { return self }
        var display = self
        (display.columns, display.rows) = (max(Self.narrowest, size.columns), size.rows)
        return display
    }
}

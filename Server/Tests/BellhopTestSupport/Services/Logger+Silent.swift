public import Logging

extension Logger {
    /// For tests that do not look at what is logged.
    public static var silent: Logger { Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }) }
}

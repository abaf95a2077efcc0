#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// Time that the system grants after the app has left the front, about 30 seconds, for work that was begun.
public struct BackgroundTime: Sendable {
    private let application: @MainActor @Sendable () -> UIApplication

    /// - Parameter application: the running application, for tests.
    public init(of application: @escaping @MainActor @Sendable () -> UIApplication = { .shared }) {
        self.application = application
    }

    /// - Parameter onExpiry: called when the time is over before the hold was ended. The app is stopped right after.
    @MainActor
    public func begin(_ name: String, onExpiry: @escaping @MainActor @Sendable () -> Void) -> Hold {
        let hold = Hold(application())
        hold.begin(name, onExpiry)
        return hold
    }

    /// Whether the app is in the background now.
    @MainActor var isInBackground: Bool { application().applicationState == .background }

    /// One piece of work under way.
    @MainActor
    public final class Hold {
        private let application: UIApplication
        private var id = UIBackgroundTaskIdentifier.invalid

        fileprivate init(_ application: UIApplication) { self.application = application }

        fileprivate func begin(_ name: String, _ onExpiry: @escaping @MainActor @Sendable () -> Void) {
            // Holds itself until it ends: one that is never ended would cost the app its life.
            id = application.beginBackgroundTask(withName: name) {
                onExpiry()
                self.end()
            }
        }

        /// The work is done. Later calls do nothing.
        public func end() {
            guard id != .invalid else { return }
            application.endBackgroundTask(id)
            id = .invalid
        }
    }
}
#endif

#if canImport(UIKit) && !os(watchOS)
import UIKit

/// Background execution time, about 30 seconds, for work that began while the app was in front.
struct BackgroundTime: Sendable {
    private let application: @MainActor @Sendable () -> UIApplication

    /// - Parameter application: the running application, for tests.
    init(of application: @escaping @MainActor @Sendable () -> UIApplication = { .shared }) {
        self.application = application
    }

    /// - Parameter onExpiry: called when the time is over before ``Hold/end()``. The app is suspended right after.
    @MainActor
    func begin(_ name: String, onExpiry: @escaping @MainActor @Sendable () -> Void) -> Hold {
        let hold = Hold(application())
        hold.begin(name, onExpiry)
        return hold
    }

    @MainActor var isInBackground: Bool { application().applicationState == .background }

    /// One background task assertion.
    @MainActor
    final class Hold {
        private let application: UIApplication
        private var id = UIBackgroundTaskIdentifier.invalid

        fileprivate init(_ application: UIApplication) { self.application = application }

        fileprivate func begin(_ name: String, _ onExpiry: @escaping @MainActor @Sendable () -> Void) {
            // Retains itself until it ends: the system terminates an app that never ends a task.
            id = application.beginBackgroundTask(withName: name) {
                onExpiry()
                self.end()
            }
        }

        /// Ends the task. Later calls do nothing.
        func end() {
            guard id != .invalid else { return }
            application.endBackgroundTask(id)
            id = .invalid
        }
    }
}
#endif

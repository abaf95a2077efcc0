#if canImport(ActivityKit) && canImport(UIKit)
public import AppIntents

/// The buttons of the Live Activity, for the system to find. They are declared in a package, so an app that shows the
/// activity names them in an `AppIntentsPackage` of its own, which Xcode 26 reads from packages too:
///
/// ```swift
/// struct ReminderIntents: AppIntentsPackage {
///     static var includedPackages: [any AppIntentsPackage.Type] { [BellhopIntents.self] }
/// }
/// ```
public struct BellhopIntents: AppIntentsPackage {}
#endif

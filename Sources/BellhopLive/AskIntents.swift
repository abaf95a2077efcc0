#if canImport(ActivityKit) && canImport(UIKit)
public import AppIntents
import BellhopModel

#if canImport(FoundationNetworking)
import Foundation
#else
public import Foundation
#endif

/// The Approve button of a Live Activity. Requires the device to be unlocked.
public struct ApproveAskIntent: LiveActivityIntent {
    public static var title: LocalizedStringResource { "Approve" }
    public static var authenticationPolicy: IntentAuthenticationPolicy { .requiresAuthentication }
    /// Not offered in Shortcuts: it works only inside an activity.
    public static var isDiscoverable: Bool { false }

    @Parameter(title: "Request") var askID: String
    @Parameter(title: "Fingerprint") var inputDigest: String
    @Parameter(title: "Deadline") var deadline: String

    public init() {}

    /// - Parameter ask: from ``ActivityPresentation/ask``.
    public init(_ ask: AnswerableAsk) {
        askID = ask.id.description
        inputDigest = ask.inputDigest
        deadline = String(ask.deadline.milliseconds)
    }

    public func perform() async throws -> some IntentResult {
        if let answer = ActivityAnswer(
            askID: askID, answer: .approve, inputDigest: inputDigest, deadline: deadline)
        {
            await ActivityAnswers.shared.deliver(answer)
        }
        return .result()
    }
}

/// The Deny button of a Live Activity. Works on a locked device: a denial is always safe.
public struct DenyAskIntent: LiveActivityIntent {
    public static var title: LocalizedStringResource { "Deny" }
    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
    /// Not offered in Shortcuts: it works only inside an activity.
    public static var isDiscoverable: Bool { false }

    @Parameter(title: "Request") var askID: String
    @Parameter(title: "Fingerprint") var inputDigest: String
    @Parameter(title: "Deadline") var deadline: String

    public init() {}

    /// - Parameter ask: from ``ActivityPresentation/ask``.
    public init(_ ask: AnswerableAsk) {
        askID = ask.id.description
        inputDigest = ask.inputDigest
        deadline = String(ask.deadline.milliseconds)
    }

    public func perform() async throws -> some IntentResult {
        if let answer = ActivityAnswer(
            askID: askID, answer: .deny(message: nil), inputDigest: inputDigest, deadline: deadline)
        {
            await ActivityAnswers.shared.deliver(answer)
        }
        return .result()
    }
}

/// The package of the Live Activity's buttons. An app that shows the activity names it in an `AppIntentsPackage` of its
/// own, so that the system finds the buttons; Xcode 26 also reads packages:
///
/// ```swift
/// struct ReminderIntents: AppIntentsPackage {
///     static var includedPackages: [any AppIntentsPackage.Type] { [BellhopIntents.self] }
/// }
/// ```
public struct BellhopIntents: AppIntentsPackage {}
#endif

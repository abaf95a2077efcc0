#if canImport(ActivityKit) && canImport(UIKit)
import AppIntents
import BellhopModel
import Foundation

/// Deny, in a Live Activity. Works on a locked device: to say no is always safe.
struct DenyAskIntent: LiveActivityIntent {
    static var title: LocalizedStringResource { "Deny" }
    static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
    /// Of no use without the activity that it stands in.
    static var isDiscoverable: Bool { false }

    @Parameter(title: "Request") var askID: String
    @Parameter(title: "Fingerprint") var inputDigest: String
    @Parameter(title: "Deadline") var deadline: String

    init() {}

    init(_ ask: AnswerableAsk) {
        askID = ask.id.description
        inputDigest = ask.inputDigest
        deadline = String(ask.deadline.milliseconds)
    }

    func perform() async throws -> some IntentResult {
        if let answer = ActivityAnswer(
            askID: askID, answer: .deny(message: nil), inputDigest: inputDigest, deadline: deadline)
        {
            await ActivityAnswers.shared.take(answer)
        }
        return .result()
    }
}
#endif

#if canImport(ActivityKit) && canImport(UIKit)
import AppIntents
import BellhopModel
import Foundation

/// Approve, in a Live Activity. Wants the device unlocked: a yes is for its owner only.
struct ApproveAskIntent: LiveActivityIntent {
    static var title: LocalizedStringResource { "Approve" }
    static var authenticationPolicy: IntentAuthenticationPolicy { .requiresAuthentication }
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
            askID: askID, answer: .approve, inputDigest: inputDigest, deadline: deadline)
        {
            await ActivityAnswers.shared.take(answer)
        }
        return .result()
    }
}
#endif

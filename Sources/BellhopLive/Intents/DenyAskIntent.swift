#if canImport(ActivityKit) && canImport(UIKit)
    public import AppIntents
    import BellhopModel
    public import Foundation

    /// Deny, in a Live Activity. Works on a locked device: to say no is always safe.
    public struct DenyAskIntent: LiveActivityIntent {
        public static var title: LocalizedStringResource { "Deny" }
        public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
        /// Of no use without the activity that it stands in.
        public static var isDiscoverable: Bool { false }

        @Parameter(title: "Request") public var askID: String
        @Parameter(title: "Fingerprint") public var inputDigest: String
        @Parameter(title: "Deadline") public var deadline: String

        public init() {}

        init(_ ask: AnswerableAsk) {
            askID = ask.id.description
            inputDigest = ask.inputDigest
            deadline = String(ask.deadline.milliseconds)
        }

        public func perform() async throws -> some IntentResult {
            if let answer = ActivityAnswer(
                askID: askID, answer: .deny(message: nil), inputDigest: inputDigest, deadline: deadline)
            {
                await ActivityAnswers.shared.take(answer)
            }
            return .result()
        }
    }
#endif

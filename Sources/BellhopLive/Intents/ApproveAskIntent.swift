#if canImport(ActivityKit) && canImport(UIKit)
    public import AppIntents
    import BellhopModel
    public import Foundation

    /// Approve, in a Live Activity. Wants the device unlocked: a yes is for its owner only.
    public struct ApproveAskIntent: LiveActivityIntent {
        public static var title: LocalizedStringResource { "Approve" }
        public static var authenticationPolicy: IntentAuthenticationPolicy { .requiresAuthentication }
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
                askID: askID, answer: .approve, inputDigest: inputDigest, deadline: deadline)
            {
                await ActivityAnswers.shared.take(answer)
            }
            return .result()
        }
    }
#endif

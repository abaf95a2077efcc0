import BellhopModel

extension HookInput {
    /// Why the agent stopped, in words: the reasons of `StopFailure` (code.claude.com/docs/en/hooks).
    var failure: String {
        switch text("error") {
        case nil: "an error"
        case "rate_limit": "rate limit reached"
        case "overloaded": "the service is overloaded"
        case "authentication_failed": "sign in again"
        case "oauth_org_not_allowed": "the organisation is not allowed"
        case "billing_error": "billing problem"
        case "max_output_tokens": "the reply grew too long"
        case "unknown": "unknown error"
        case let error?: DisplayText.line(error.replacing("_", with: " "), characters: 80)
        }
    }
}

/// One rule of FCM, and the refusal of a request that breaks it.
struct FCMCheck: Sendable {
    /// The rule in words.
    var rule: String
    /// `nil` when the request keeps the rule.
    var refusal: @Sendable (FCMInspection) -> FCMRefusal?

    init(_ rule: String, _ refusal: @escaping @Sendable (FCMInspection) -> FCMRefusal?) {
        self.rule = rule
        self.refusal = refusal
    }

    /// The rules in the order in which they are applied; the first that is broken decides the answer. Google documents
    /// the errors, not their order: who asks comes before what is asked, and the device, which alone has to be looked
    /// up, comes last.
    static let all: [FCMCheck] = [
        FCMCheck("the method is POST", method),
        FCMCheck("there is an access token, of ours and not over", authenticated),
        FCMCheck("its account may send through the project", permitted),
        FCMCheck("the body is a JSON object with a message, and nothing unknown", form),
        FCMCheck("the message has exactly one target", target),
        FCMCheck("data is a map of texts", dataTexts),
        FCMCheck("no key of data is reserved", dataKeys),
        FCMCheck("Android's options have their form", options),
        FCMCheck("a notification has its form", notification),
        FCMCheck("data and notification have at most 4096 bytes", size),
        FCMCheck("the token is one", tokenForm),
        FCMCheck("the token is of the project", tokenProject),
        FCMCheck("the token is registered", tokenActive),
    ]
}

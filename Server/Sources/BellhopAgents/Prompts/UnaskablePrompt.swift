/// Why a request cannot be asked on a phone, and the answer to give where there is nobody else to ask.
struct UnaskablePrompt: Error, Hashable {
    let why: String
    let refusal: AgentPrompt.Refusal

    static func tooLarge(_ refusal: AgentPrompt.Refusal) -> Self {
        Self(why: "it is too large to be shown on a phone", refusal: refusal)
    }
}

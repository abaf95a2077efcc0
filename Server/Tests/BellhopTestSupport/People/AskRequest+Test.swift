public import BellhopModel
import Crypto

extension AskRequest {
    /// An agent wants to run a command.
    public static func approval(
        _ input: String = "rm -rf build", title: String = "Run a command", session: SessionID? = "session-1",
        expiresIn seconds: Int = 300
    ) -> AskRequest {
        AskRequest(
            content: Content(
                title: title, body: input, toolName: "Bash", input: input, inputDigest: digest(input),
                origin: Origin(agent: "claude", host: "laptop", project: "bellhop")),
            sessionID: session, expiresIn: seconds)
    }

    /// An agent wants to know something.
    public static func question(_ questions: Question..., expiresIn seconds: Int = 300) -> AskRequest {
        let input = questions.map(\.text).joined(separator: "\n")
        return AskRequest(
            content: Content(
                title: "A question", body: input, input: input, inputDigest: digest(input), questions: questions),
            sessionID: "session-1", expiresIn: seconds)
    }

    /// In lower-case hex, as `input_digest` wants it.
    public static func digest(_ input: String, nonce: String? = nil) -> String {
        InputDigest.hex(of: input, nonce: nonce) { Array(SHA256.hash(data: $0)) }
    }

    /// The same under a nonce.
    public func bound(to nonce: String) -> AskRequest {
        var request = self
        request.content.nonce = nonce
        request.content.inputDigest = Self.digest(content.input, nonce: nonce)
        return request
    }
}

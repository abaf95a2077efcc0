import BellhopModel
import BellhopTestSupport
import Testing

@testable import BellhopCore
@testable import BellhopServer

@Suite("Rules of asks")
struct AskRulesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: APIErrorCode
        let field: String
        let change: @Sendable (inout AskRequest) -> Void

        init(
            _ description: String, _ field: String, _ code: APIErrorCode = .invalidRequest,
            change: @escaping @Sendable (inout AskRequest) -> Void
        ) {
            testDescription = description
            self.field = field
            self.code = code
            self.change = change
        }
    }

    static let wrong: [Case] = [
        Case("no title", "title") { $0.content.title = "" },
        Case("a blank title", "title") { $0.content.title = " \n" },
        Case("a title of 201 characters", "title") { $0.content.title = String(repeating: "é", count: 201) },
        Case("a body of 4001 characters", "body") { $0.content.body = String(repeating: "x", count: 4001) },
        Case("a tool name of 201 characters", "tool_name") { $0.content.toolName = String(repeating: "x", count: 201) },
        Case("4001 characters of the agent's own", "agent_says") {
            $0.content.agentSays = String(repeating: "x", count: 4001)
        },
        Case("a project of 201 characters", "origin.project") {
            $0.content.origin.project = String(repeating: "x", count: 201)
        },
        Case("an input of 512 KiB and a byte", "input") {
            $0.content.input = String(repeating: "x", count: (512 << 10) + 1)
            $0.content.inputDigest = AskRequest.digest($0.content.input)
        },
        Case("the digest of another input", "input_digest", .inputDigestMismatch) {
            $0.content.inputDigest = AskRequest.digest("ls")
        },
        Case("a digest in upper case", "input_digest", .inputDigestMismatch) {
            $0.content.inputDigest = $0.content.inputDigest.uppercased()
        },
        Case("the digest of its input alone, beside a nonce", "input_digest", .inputDigestMismatch) {
            $0.content.nonce = "0123456789abcdef"
        },
        Case("the digest under another nonce", "input_digest", .inputDigestMismatch) {
            $0 = $0.bound(to: "0123456789abcdef")
            $0.content.nonce = "0123456789abcdeF"
        },
        Case("a digest whose nonce was left out", "input_digest", .inputDigestMismatch) {
            $0 = $0.bound(to: "0123456789abcdef")
            $0.content.nonce = nil
        },
        Case("a nonce of 15 characters", "nonce") { $0 = $0.bound(to: "0123456789abcde") },
        Case("a nonce of 65 characters", "nonce") { $0 = $0.bound(to: String(repeating: "x", count: 65)) },
        Case("a nonce with a space", "nonce") { $0 = $0.bound(to: "0123456789 abcdef") },
        Case("a nonce with U+0000", "nonce") { $0 = $0.bound(to: "0123456789abcde\0") },
        Case("an empty nonce", "nonce") { $0 = $0.bound(to: "") },
        Case("a title with U+0000", "title") { $0.content.title = "a\0b" },
        Case("an option with U+0000", "questions[0].options[0].label") {
            $0.content.questions = [Question(text: "Which?", options: [.init(label: "a\0b")])]
        },
        Case("an input with U+0000", "input") {
            $0.content.input = "a\0b"
            $0.content.inputDigest = AskRequest.digest($0.content.input)
        },
        Case("less than nothing left out", "omitted_characters") { $0.content.omittedCharacters = -1 },
        Case("more left out than there may be", "omitted_characters") { $0.content.omittedCharacters = 524_289 },
        Case("no time at all", "expires_in") { $0.expiresIn = 0 },
        Case("more than a day", "expires_in") { $0.expiresIn = 86_401 },
        Case("a hold of less than nothing", "hold") { $0.hold = -1 },
        Case("a hold of more than five minutes", "hold") { $0.hold = 301 },
        Case("a hold until the deadline", "hold") { ($0.hold, $0.expiresIn) = (60, 60) },
        Case("nine rules", "rules") {
            $0.content.rules = (1...9).map { PermissionRule(text: "Bash(make \($0))", scope: .session) }
        },
        Case("rules for a question", "rules") {
            $0.content.questions = [Question(text: "Which?")]
            $0.content.rules = [PermissionRule(text: "Bash(ls)", scope: .session)]
        },
        Case("an empty rule", "rules[0].text") { $0.content.rules = [PermissionRule(text: "", scope: .session)] },
        Case("a rule of 501 characters", "rules[0].text") {
            $0.content.rules = [PermissionRule(text: String(repeating: "x", count: 501), scope: .session)]
        },
        Case("the same rule twice", "rules[1]") {
            $0.content.rules = Array(repeating: PermissionRule(text: "Bash(ls)", scope: .session), count: 2)
        },
        Case("an empty category", "category") { $0.category = CategoryID("") },
        Case("a category of 65 bytes", "category") { $0.category = CategoryID(String(repeating: "x", count: 65)) },
        Case("nine questions", "questions") {
            $0.content.questions = Array(repeating: Question(text: "Which?"), count: 9)
        },
        Case("an empty question", "questions[0].text") { $0.content.questions = [Question(text: "")] },
        Case("17 options", "questions[0].options") {
            $0.content.questions = [Question(text: "Which?", options: (1...17).map { .init(label: "\($0)") })]
        },
        Case("an empty option", "questions[1].options[0].label") {
            $0.content.questions = [Question(text: "A?"), Question(text: "B?", options: [.init(label: "")])]
        },
        Case("the same option twice", "questions[0].options[1].label") {
            $0.content.questions = [Question(text: "A?", options: [.init(label: "x"), .init(label: "x")])]
        },
        Case("a question without any way to answer it", "questions[0]") {
            $0.content.questions = [Question(text: "A?", allowsText: false)]
        },
    ]

    @Test("The error of an invalid ask names the field", arguments: wrong)
    func refused(wrong: Case) throws {
        var request = AskRequest.approval()
        wrong.change(&request)
        let error = try #require(throws: APIError.self) { try Self.check(request) }
        #expect(error.code == wrong.code)
        #expect(error.message.hasPrefix(wrong.field + ":"), "\(error.message)")
    }

    static let right: [Case] = [
        Case("a title of 200 characters", "") { $0.content.title = String(repeating: "👩‍👩‍👧‍👦", count: 200) },
        Case("no body", "") { $0.content.body = "" },
        Case("a body of 4000 characters", "") { $0.content.body = String(repeating: "é", count: 4000) },
        Case("an input of 512 KiB", "") {
            $0.content.input = String(repeating: "x", count: 512 << 10)
            $0.content.inputDigest = AskRequest.digest($0.content.input)
        },
        Case("one second", "") { $0.expiresIn = 1 },
        Case("a nonce of 16 characters", "") { $0 = $0.bound(to: "AZaz09-_AZaz09-_") },
        Case("a nonce of 64 characters", "") { $0 = $0.bound(to: String(repeating: "x", count: 64)) },
        Case("a day", "") { $0.expiresIn = 86_400 },
        Case("a hold of a second less than its life", "") { ($0.hold, $0.expiresIn) = (59, 60) },
        Case("one rule in two scopes", "") {
            $0.content.rules = [
                PermissionRule(text: "Bash(ls)", scope: .session), PermissionRule(text: "Bash(ls)", scope: .project),
            ]
        },
        Case("a category of an app", "") { $0.category = CategoryID("com.example.DEPLOY") },
        Case("options without text of one's own", "") {
            $0.content.questions = [Question(text: "A?", options: [.init(label: "x")], allowsText: false)]
        },
    ]

    @Test("An ask within the limits is accepted", arguments: right)
    func accepted(right: Case) throws {
        var request = AskRequest.approval()
        right.change(&request)
        try Self.check(request)
    }

    /// The rules in the order of the server: the schema, then rules about several fields.
    private static func check(_ request: AskRequest) throws {
        let schema = try #require(APIDescription.requestSchemas[API.createAsk.route])
        try AskRules.check(RequestBody(CanonicalJSON.encode(request), as: schema).decode())
    }
}

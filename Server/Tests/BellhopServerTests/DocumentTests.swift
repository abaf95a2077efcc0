import BellhopModel
import BellhopTestSupport
import Testing

@testable import BellhopServer

@Suite("Documents match the code")
struct DocumentTests {
    @Test("docs/errors.md has every error with its status, meaning and remedy, and no other")
    func errors() throws {
        let written = try Repository.text("docs/errors.md").split(separator: "\n### ").dropFirst()
        #expect(written.map { $0.prefix { $0 != "\n" } } == APIErrorCode.allCases.map { Substring($0.rawValue) })
        for (section, code) in zip(written, APIErrorCode.allCases) {
            #expect(section.contains("**\(code.status).** \(code.meaning)\n\n\(code.remedy)"), "\(code.rawValue)")
        }
    }

    @Test("docs/api.md has every route with its keys and purpose, in order")
    func routes() throws {
        let lines = try Repository.text("docs/api.md").split(separator: "\n")
        let rows = lines.filter { $0.hasPrefix("| `") }.map(String.init)
        let expected = APIRoute.all.map { endpoint in
            let access =
                switch endpoint.access {
                case .everyone: "everyone"
                case .roles(let roles):
                    Role.allCases.filter(roles.contains).map(\.rawValue).joined(separator: ", ")
                }
            return "| `\(endpoint.method.rawValue)` | `\(endpoint.path)` | \(access) | \(endpoint.summary) |"
        }
        #expect(rows == expected)
    }

    @Test("docs/sending.md has every field of a notification with the limits of its schema")
    func fields() throws {
        let rows = try Repository.text("docs/sending.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
        let components = APIDescription.current.components
        for component in components where ["NotificationRequest", "NotificationOptions"].contains(component.name) {
            for property in component.schema.members where property.name != "options" {
                // The rows of `title_localization` and `title` cover the other texts too.
                let name = property.name.replacing(/^(subtitle|body)_localization/, with: "title_localization")
                let row = rows.first { $0.contains("`\(name)`") || $0.contains("`options.\(name)`") }
                let text = try #require(row, "\(property.name)")
                for limit in Self.limits(of: property.schema) {
                    #expect(text.contains(limit), "\(property.name): \(limit)")
                }
            }
        }
    }

    /// The limits of a schema as the documents write them.
    private static func limits(of schema: Schema) -> [String] {
        func written(_ number: Int) -> String {
            let digits = String(number).reversed().enumerated().map { $0 > 0 && $0 % 3 == 0 ? ",\($1)" : "\($1)" }
            return String(digits.joined().reversed())
        }
        return switch schema.form {
        case .text(let rules): rules.length.map { [written($0.upperBound)] } ?? []
        case .integer(let range): range.map { [written($0.upperBound)] } ?? []
        case .choice(let texts): texts.map { "`\($0)`" }
        case .map(_, let names, let limit): [written(limit)] + limits(of: names)
        default: []
        }
    }

    @Test("The statement to sign in docs/protocol.md equals the signed statement")
    func statement() throws {
        let statement = AnswerStatement(
            askID: try #require(AskID("0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d")),
            inputDigest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            deadline: Timestamp(milliseconds: 1_767_225_600_000),
            deviceID: try #require(DeviceID("0192f0c4-8a00-7d11-9b60-2f3a4c5d6e7f")), answer: .approve)
        #expect(try Repository.text("docs/protocol.md").contains("```\n\(try statement.text)\n```"))
    }
}

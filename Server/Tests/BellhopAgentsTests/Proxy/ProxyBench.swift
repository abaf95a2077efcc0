import BellhopModel
import Testing

@testable import BellhopAgents

/// A proxy under test with a phone and the bytes written to each side.
struct ProxyBench {
    let phone = Phone()
    var proxy: AgentProxy
    private(set) var toAgent: [JSONValue] = []
    private(set) var toClient: [JSONValue] = []
    private(set) var tickets: [AgentProxy.Ticket] = []
    private(set) var withdrawals: [WithdrawalReason] = []
    private(set) var remarks: [String] = []

    init(phoneOnly: Bool = false) {
        proxy = AgentProxy(.init(phoneOnly: phoneOnly, agent: "gemini", host: "studio", folder: "/home/user"))
    }

    mutating func agent(_ line: [UInt8]) throws { try note(proxy.receive(.line(line), from: .agent)) }

    mutating func client(_ line: [UInt8]) throws { try note(proxy.receive(.line(line), from: .client)) }

    /// The phone answers the newest ticket.
    mutating func answer(_ answer: Answer) throws {
        let ticket = try #require(tickets.last)
        try note(proxy.resolve(ticket.id, with: .answered(try phone.verified(ticket.content, answer))))
    }

    mutating func fail(_ why: String = "no answer in time") throws {
        try note(proxy.resolve(try #require(tickets.last).id, with: .failed(why)))
    }

    mutating func end() throws { try note(proxy.end()) }

    private mutating func note(_ effects: [AgentProxy.Effect]) throws {
        for effect in effects {
            switch effect {
            case .write(let bytes, .agent): toAgent.append(try Line.json(bytes))
            case .write(let bytes, .client): toClient.append(try Line.json(bytes))
            case .ask(let ticket): tickets.append(ticket)
            case .withdraw(_, let reason): withdrawals.append(reason)
            case .remark(let text): remarks.append(text)
            }
        }
    }

    static let options: JSONValue = [
        ["optionId": "always", "name": "Always", "kind": "allow_always"],
        ["optionId": "yes", "name": "Allow", "kind": "allow_once"],
        ["optionId": "no", "name": "Reject", "kind": "reject_once"],
    ]

    static func permission(
        _ id: JSONValue = 5, options: JSONValue = ProxyBench.options,
        toolCall: JSONValue = ["toolCallId": "c", "kind": "execute", "title": "npm test"]
    ) throws -> [UInt8] {
        let params: JSONValue = ["sessionId": "s", "toolCall": toolCall, "options": options]
        return try Line.request(id, "session/request_permission", params)
    }

    static func selected(_ option: String) -> JSONValue {
        ["outcome": ["outcome": "selected", "optionId": .string(option)]]
    }
    static let cancelled: JSONValue = ["outcome": ["outcome": "cancelled"]]
}

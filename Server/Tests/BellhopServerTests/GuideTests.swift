import BellhopModel
import BellhopTestSupport
import Foundation
import Testing

@Suite("The guide to items")
struct GuideTests {
    private struct Request {
        var method = "GET"
        var path: String
        var headers: [String: String] = [:]
        var body: String?

        /// - Parameter line: a `curl` command of the guide.
        init?(_ line: String) {
            guard let address = line.firstMatch(of: #/\$URL(?<path>[^ "]*)/#) else { return nil }
            path = String(address.path)
            if let found = line.firstMatch(of: #/-X (?<method>[A-Z]+)/#) { method = String(found.method) }
            for found in line.matches(of: #/-H "(?<name>[^:]+): (?<value>[^"]+)"/#) {
                headers[found.name.lowercased()] = String(found.value)
            }
            body = line.firstMatch(of: #/-d '(?<body>[^']*)'/#).map { String($0.body) }
        }
    }

    @Test("Every command in docs/items.md has the documented result")
    func commands() async throws {
        let lines = try Repository.text("docs/items.md").split(separator: "\n").filter { $0.hasPrefix("curl ") }
        #expect(lines.count > 10)
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, user: "ada")
            for line in lines {
                let request = try #require(Request(String(line)), "\(line)")
                let isAdmin = request.headers["authorization"] == "Bearer $ADMIN"
                #expect(isAdmin || request.headers["authorization"] == "Bearer $DEVICE", "\(line)")
                var headers = request.headers
                headers["authorization"] = nil
                let answered = try await server.send(
                    request.method, request.path, key: isAdmin ? server.admin : phone.key, body: request.body,
                    headers: headers)
                #expect(
                    (200..<300).contains(answered.status), "\(line)\n\(String(decoding: answered.body, as: UTF8.self))")
            }
        }
    }
}

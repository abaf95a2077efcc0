import BellhopModel

/// Everything that a simulator received, in order.
struct PushLog: Sendable {
    private(set) var entries: [ReceivedPush] = []
    private var byToken: [String: [Int]] = [:]
    private var attempts: [String: Int] = [:]

    mutating func append(_ push: ReceivedPush) {
        byToken[push.token, default: []].append(entries.count)
        attempts[push.apnsID.lowercased(), default: 0] += 1
        entries.append(push)
    }

    func entries(for token: String) -> [ReceivedPush] { (byToken[token] ?? []).map { entries[$0] } }

    /// How often a request with this `apns-id` came.
    func attempts(of apnsID: String) -> Int { attempts[apnsID.lowercased()] ?? 0 }
}

import ArgumentParser
import BellhopModel

/// Whom something is sent to.
struct AudienceOptions: ParsableArguments {
    @Option(help: "A user. Unless anybody is named: the key's own.")
    var user: String?

    @Option(help: "Several users, with commas between them. May be given again.")
    var users: [String] = []

    @Option(help: "Whoever subscribes to this topic.")
    var topic: String?

    @Flag(help: "Every user with a device.")
    var everyone = false

    func validate() throws {
        let given = [user != nil, !users.isEmpty, topic != nil, everyone]
        guard given.count(where: \.self) <= 1 else {
            throw ValidationError("Only one of --user, --users, --topic and --everyone can be given.")
        }
    }

    /// - Returns: `nil` for the key's own user.
    func audience() throws -> Audience? {
        if let user { return .user(try UserID(argument: user)) }
        if let topic { return .topic(try TopicID(argument: topic)) }
        if everyone { return .everyone }
        guard !users.isEmpty else { return nil }
        return .users(try users.flatMap { $0.split(separator: ",") }.map { try UserID(argument: String($0)) })
    }
}

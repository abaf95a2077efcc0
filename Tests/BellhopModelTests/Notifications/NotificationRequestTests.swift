import BellhopModel
import Testing

@Suite("What is sent to whom")
struct NotificationRequestTests {
    @Test(
        "A request with every option comes back from JSON as it was",
        arguments: [NotificationOptions.everything, .silent])
    func roundTrip(_ options: NotificationOptions) throws {
        let request = NotificationRequest(
            userID: "ann", title: "T", subtitle: "S", body: "B", category: .update, sessionID: "s", thread: "t",
            deepLink: "bellhop://x", expiresIn: 60, options: options)
        let bytes = try CanonicalJSON.encode(request)
        #expect(try CanonicalJSON.decode(NotificationRequest.self, from: bytes) == request)
    }

    @Test("Only what is silent may leave out title and body")
    func silent() throws {
        let silent = try CanonicalJSON.decode(
            NotificationRequest.self, from: #"{"options":{"silent":true}}"#.utf8)
        #expect(silent == NotificationRequest(title: "", body: "", options: NotificationOptions(isSilent: true)))
        for text in [#"{"title":"T"}"#, #"{"body":"B"}"#, #"{"options":{"silent":false},"title":"T"}"#, "{}"] {
            #expect(throws: DecodingError.self) {
                try CanonicalJSON.decode(NotificationRequest.self, from: text.utf8)
            }
        }
    }

    @Test("There is no critical interruption level")
    func critical() {
        let text = #"{"title":"T","body":"B","options":{"interruption_level":"critical"}}"#
        #expect(throws: DecodingError.self) { try CanonicalJSON.decode(NotificationRequest.self, from: text.utf8) }
    }

    static let audiences: [(Audience, String, Campaign.Target)] = [
        (.user("ann"), #"{"user":"ann"}"#, .init(user: "ann")),
        (.users(["ann", "ben", "ann"]), #"{"users":["ann","ben","ann"]}"#, .init(userCount: 2)),
        (.topic("releases"), #"{"topic":"releases"}"#, .init(topic: "releases")),
        (.everyone, #"{"everyone":true}"#, .init(everyone: true)),
    ]

    @Test("An audience has one form, and a campaign's target no names", arguments: audiences)
    func audience(_ audience: Audience, _ text: String, _ target: Campaign.Target) throws {
        #expect(try CanonicalJSON.text(audience) == text)
        #expect(try CanonicalJSON.decode(Audience.self, from: text.utf8) == audience)
        #expect(Campaign.Target(audience) == target)
    }

    @Test(
        "An audience is one of four",
        arguments: [
            "{}", #"{"user":"ann","topic":"x"}"#, #"{"everyone":false}"#, #"{"users":"ann"}"#, #"{"topic":""}"#,
            #"{"user":null}"#, #"{"group":"x"}"#, #""everyone""#,
        ])
    func wrongAudience(_ text: String) {
        #expect(throws: DecodingError.self) { try CanonicalJSON.decode(Audience.self, from: text.utf8) }
    }
}

import BellhopModel
import Testing

@Suite("Notification requests")
struct NotificationRequestTests {
    @Test(
        "A request with all options survives JSON",
        arguments: [NotificationOptions.everything, .silent])
    func roundTrip(_ options: NotificationOptions) throws {
        let request = NotificationRequest(
            userID: "ann", title: "T", subtitle: "S", body: "B", category: .update, sessionID: "s", thread: "t",
            deepLink: "bellhop://x", expiresIn: 60, options: options)
        let bytes = try CanonicalJSON.encode(request)
        #expect(try CanonicalJSON.decode(NotificationRequest.self, from: bytes) == request)
    }

    @Test("Only silent requests may leave out title and body")
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
        (
            .recipients([
                .init(user: "ann", title: "T", deepLink: "x://y"), .init(user: "ben", subtitle: "S", body: ""),
            ]),
            #"{"recipients":[{"deep_link":"x://y","title":"T","user":"ann"},{"body":"","subtitle":"S","user":"ben"}]}"#,
            .init(userCount: 2)
        ),
        (.topic("releases"), #"{"topic":"releases"}"#, .init(topic: "releases")),
        (.everyone, #"{"everyone":true}"#, .init(everyone: true)),
    ]

    @Test("An audience has one JSON form, and a campaign's target has no names", arguments: audiences)
    func audience(_ audience: Audience, _ text: String, _ target: Campaign.Target) throws {
        #expect(try CanonicalJSON.text(audience) == text)
        #expect(try CanonicalJSON.decode(Audience.self, from: text.utf8) == audience)
        #expect(Campaign.Target(audience) == target)
    }

    @Test(
        "An audience has exactly one of five forms",
        arguments: [
            "{}", #"{"user":"ann","topic":"x"}"#, #"{"everyone":false}"#, #"{"users":"ann"}"#, #"{"topic":""}"#,
            #"{"users":["ann"],"recipients":[{"user":"ann"}]}"#, #"{"recipients":["ann"]}"#,
            #"{"user":null}"#, #"{"group":"x"}"#, #""everyone""#,
        ])
    func wrongAudience(_ text: String) {
        #expect(throws: DecodingError.self) { try CanonicalJSON.decode(Audience.self, from: text.utf8) }
    }
}

@Suite("Item updates")
struct ItemUpdateTests {
    private static let item = Item(
        id: "7", title: "Plants", body: "Water", imageURL: "https://example.com/a.png", data: ["a": 1],
        dueAt: Timestamp(seconds: 9), completedBy: "ada", completedAt: Timestamp(seconds: 8),
        createdAt: Timestamp(seconds: 1), updatedAt: Timestamp(seconds: 2))

    @Test(
        "A missing field is kept, null removes, a value sets",
        arguments: [
            ("{}", item), (#"{"title":"T"}"#, with { $0.title = "T" }), (#"{"body":""}"#, with { $0.body = "" }),
            (#"{"image_url":null,"data":null}"#, with { ($0.imageURL, $0.data) = (nil, nil) }),
            (#"{"due_at":"1970-01-01T00:00:10Z"}"#, with { $0.dueAt = Timestamp(seconds: 10) }),
            (#"{"due_at":null}"#, with { $0.dueAt = nil }),
            (#"{"completed":false}"#, with { ($0.completedBy, $0.completedAt) = (nil, nil) }),
            (#"{"completed":true}"#, item),
        ] as [(String, Item)])
    func applies(text: String, expected: Item) throws {
        let update = try CanonicalJSON.decode(ItemUpdate.self, from: text.utf8)
        #expect(update.applied(to: Self.item) == expected)
        #expect(try CanonicalJSON.decode(ItemUpdate.self, from: CanonicalJSON.encode(update)) == update)
    }

    private static func with(_ change: (inout Item) -> Void) -> Item {
        var item = item
        change(&item)
        return item
    }
}

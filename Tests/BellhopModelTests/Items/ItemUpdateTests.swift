import BellhopModel
import Testing

@Suite("Changing an item")
struct ItemUpdateTests {
    private static let item = Item(
        id: "7", title: "Plants", body: "Water", imageURL: "https://example.com/a.png", data: ["a": 1],
        dueAt: Timestamp(seconds: 9), completedBy: "ada", completedAt: Timestamp(seconds: 8),
        createdAt: Timestamp(seconds: 1), updatedAt: Timestamp(seconds: 2))

    @Test(
        "what is left out stays, null takes away, a value sets",
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

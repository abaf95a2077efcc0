import BellhopModel
import Testing

@Suite("Quiet hours")
struct QuietHoursTests {
    @Test("What is time-sensitive comes through by choice, and asks with it unless told otherwise")
    func exceptions() throws {
        var quiet = QuietHours(start: try #require(TimeOfDay("22:00")), end: try #require(TimeOfDay("07:00")))
        #expect(quiet.allow(isAsk: false, level: .timeSensitive) && quiet.allow(isAsk: true, level: .timeSensitive))
        #expect(!quiet.allow(isAsk: false, level: .active) && quiet.allow(isAsk: true, level: .active))
        quiet.allowAsks = false
        #expect(quiet.allow(isAsk: false, level: .timeSensitive) && !quiet.allow(isAsk: true, level: .timeSensitive))
        (quiet.allowTimeSensitive, quiet.allowAsks) = (false, nil)
        #expect(!quiet.allow(isAsk: false, level: .timeSensitive) && !quiet.allow(isAsk: true, level: .timeSensitive))
        quiet.allowAsks = true
        #expect(quiet.allow(isAsk: true, level: .timeSensitive))
    }

    @Test("A time of day is HH:MM and nothing else", arguments: ["7:00", "24:00", "12:60", "12:5", "12", "ab:cd", ""])
    func times(_ text: String) { #expect(TimeOfDay(text) == nil) }
}

import BellhopModel
import Testing

@testable import BellhopKit

@Suite("The server's time")
struct ServerTimeTests {
    private let noon = Timestamp(seconds: 43_200)

    /// The reading from a response whose request left at uptime 100 s and which arrived `latency` later.
    private func reading(_ date: Timestamp, wall: Timestamp, latency: Duration = .milliseconds(200)) -> ServerTime {
        ServerTime(date: date, sent: .seconds(100), received: .seconds(100) + latency, wall: wall)
    }

    @Test(
        "a device's clock that may be right is taken at its word", arguments: [0, 1, 1000, 1999, 2200] as [Int64])
    func agrees(milliseconds: Int64) {
        let wall = noon + .milliseconds(milliseconds)
        let time = reading(noon, wall: wall)
        #expect(time.agrees(wall: wall, uptime: .milliseconds(100_200)))
        #expect(time.now(wall: wall, uptime: .milliseconds(100_200)) == wall)
    }

    @Test(
        "one that cannot be right is put right to within a second and the half of the way",
        arguments: [-600_000, -1, 2201, 600_000] as [Int64])
    func isWrong(milliseconds: Int64) {
        let wall = noon + .milliseconds(milliseconds)
        let time = reading(noon, wall: wall)
        #expect(!time.agrees(wall: wall, uptime: .milliseconds(100_200)))
        #expect(time.now(wall: wall, uptime: .milliseconds(100_200)) == noon + .milliseconds(1100))
    }

    @Test("it goes on with the uptime, however the device's clock is set")
    func goesOn() {
        let time = reading(noon, wall: noon + .seconds(600))
        let later = time.now(wall: noon - .seconds(3600), uptime: .milliseconds(160_200))
        #expect(later == noon + .milliseconds(61_100))
    }

    @Test("each reply narrows it")
    func narrows() {
        let wall = noon + .seconds(600)
        let first = reading(noon, wall: wall, latency: .seconds(10))
        #expect(first.now(wall: wall, uptime: .seconds(110)) == noon + .seconds(6))
        // Received at 110.1 s, so it is 12:00:02 to 12:00:04.1 there.
        let second = ServerTime(
            date: noon + .seconds(2), sent: .seconds(110), received: .milliseconds(110_100),
            wall: wall + .milliseconds(100))
        let both = first.narrowed(by: second)
        #expect(both.now(wall: wall, uptime: .milliseconds(110_100)) == noon + .milliseconds(3050))
        #expect(
            second.narrowed(by: first).now(wall: wall, uptime: .milliseconds(110_100)) == noon + .milliseconds(3050))
    }

    @Test("a reply that contradicts what was known stands alone")
    func contradiction() {
        let wall = noon + .seconds(600)
        let other = ServerTime(
            date: noon + .seconds(60), sent: .seconds(101), received: .seconds(101), wall: wall)
        #expect(reading(noon, wall: wall).narrowed(by: other) == other)
    }

    @Test(
        "what was kept holds while the clock was not set and the device not restarted",
        arguments: [
            (3600, 3600, true), (3600, 3601, true), (86_400, 86_415, true), (3600, 3000, false), (3600, 4200, false),
            (-90, 5, false),
        ] as [(Int64, Int64, Bool)])
    func holds(uptime: Int64, wall: Int64, isKnown: Bool) {
        let time = reading(noon, wall: noon + .seconds(600))
        let now = Duration.milliseconds(100_200) + .seconds(uptime)
        #expect(time.holds(wall: noon + .seconds(600 + wall), uptime: now) == isKnown)
    }
}

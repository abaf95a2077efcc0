import BellhopModel
import Testing

@testable import BellhopSimulators

@Suite("What a channel keeps for devices that are away")
struct FollowedChannelTests {
    private static let now = Timestamp(seconds: 1_800_000_000)

    private func broadcast(_ number: Int, expires: Int64) -> DeliveredBroadcast {
        DeliveredBroadcast(
            channel: "dHN0", app: "com.example.app", headers: PushHeaders(expiration: String(expires)),
            payload: Array("\(number)".utf8), receivedAt: Self.now)
    }

    /// What a device sees that follows after `pause`.
    private func seen(
        _ storage: ChannelStorage, after pause: Duration, _ broadcasts: [DeliveredBroadcast]
    ) async -> [String] {
        var channel = FollowedChannel(id: "dHN0", app: "com.example.app", storage: storage)
        for broadcast in broadcasts { channel.post(broadcast, now: Self.now) }
        let (stream, follower) = FollowedChannel.Stream.makeStream()
        channel.attach(follower, now: Self.now + pause)
        for follower in channel.detach() { follower.finish() }
        return await stream.reduce(into: []) { $0.append(String(decoding: $1.payload, as: UTF8.self)) }
    }

    @Test("A channel that stores keeps the latest until it expires, and for eight hours at most")
    func storing() async {
        let (soon, late) = (Self.now.seconds + 60, Self.now.seconds + 86_400)
        let two = [broadcast(1, expires: soon), broadcast(2, expires: soon)]
        #expect(await seen(.latest, after: .seconds(59), two) == ["2"])
        #expect(await seen(.latest, after: .seconds(60), two) == [])
        #expect(await seen(.latest, after: .seconds(28_799), [broadcast(1, expires: late)]) == ["1"])
        #expect(await seen(.latest, after: .seconds(28_800), [broadcast(1, expires: late)]) == [])
    }

    @Test("One attempt is not kept, and a channel that stores nothing keeps nothing")
    func notStoring() async {
        #expect(await seen(.latest, after: .zero, [broadcast(1, expires: 0)]) == [])
        #expect(await seen(.nothing, after: .zero, [broadcast(1, expires: Self.now.seconds + 60)]) == [])
    }
}

import BellhopModel
import Crypto
import Testing

@testable import BellhopSimulators

@Suite("A simulated subscriber")
struct SimulatedSubscriberTests {
    private static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64.decode(text)) }

    private static func example() throws -> SimulatedSubscriber {
        try SimulatedSubscriber(
            endpoint: "https://push.example.net/1",
            privateKey: bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), secret: bytes("BTBZMqHH6r4Tts7J_aSIgg"))
    }

    /// The body of RFC 8291 §5.
    private static func body() throws -> [UInt8] {
        try bytes(
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6P"
                + "Bru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
    }

    @Test("decrypts the example of RFC 8291 §5")
    func decrypts() throws {
        let content = try Self.example().decrypt(Self.body())
        #expect(String(decoding: content, as: UTF8.self) == "When I grow up, I want to be a watermelon")
    }

    @Test("decrypts a message of pywebpush 2.5.0")
    func decryptsOtherLibrary() throws {
        let body = try Self.bytes(
            "2Smoiq9Spl6xK7uK19XmvwAAEABBBHkxKPv8p_ulc3xA-gObhH2e25vyQKhi3a6TkJ-EZ0sCQ1V5boTu9tdm8yRKekqDTdZT_oRuS44kE4"
                + "BulDC9HO-efnT18oI47sWnqI2O6sFK-VSPJykJBxS6fQM_gJCA4OVaskG58dZJwsA")
        let content = try Self.example().decrypt(body)
        #expect(String(decoding: content, as: UTF8.self) == "Tests: all 12 passed 🔔")
    }

    @Test("refuses a body with any changed byte, and one for another subscriber")
    func changed() throws {
        let (subscriber, body) = (try Self.example(), try Self.body())
        for place in body.indices where !(16..<20).contains(place) {
            var changed = body
            changed[place] ^= 1
            #expect(throws: (any Error).self) { try subscriber.decrypt(changed) }
        }
        let other = try SimulatedSubscriber(
            endpoint: "https://push.example.net", path: "/2", applicationServerKey: [], origin: nil)
        #expect(throws: (any Error).self) { try other.decrypt(body) }
    }

    @Test(
        "reads the examples of RFC 8188 §3, of one record and of two with padding",
        arguments: [
            ("yqdlZ-tYemfogSmv7Ws5PQ", "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg", 1),
            (
                "BO3ZVPxUlnLORbVGMpbT1Q",
                "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA", 2
            ),
        ])
    func records(key: String, body: String, count: Int) throws {
        let content = try ReceivedContent(Self.bytes(body))
        #expect(content.records.count == count)
        let text = try content.decrypt(with: SymmetricKey(data: Self.bytes(key)))
        #expect(String(decoding: text, as: UTF8.self) == "I am the walrus")
    }
}

import BellhopModel
import Crypto
import Testing

@testable import BellhopWebPush

@Suite("Message encryption", .timeLimit(.minutes(10)))
struct EncryptionTests {
    private static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64.decode(text)) }

    /// The subscriber of RFC 8291 §5.
    private static func subscription() throws -> WebPushSubscription {
        try WebPushSubscription(
            endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
            publicKey: bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            secret: bytes("BTBZMqHH6r4Tts7J_aSIgg"))
    }

    @Test("equals the example of RFC 8291 §5, byte for byte")
    func example() throws {
        let encryption = try #require(MessageEncryption(for: Self.subscription()))
        let body = try encryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8), padding: 0,
            senderKey: P256.KeyAgreement.PrivateKey(
                rawRepresentation: Self.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")),
            salt: Self.bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            Base64.encodeURLSafe(body)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC"
                + "8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
    }

    @Test("of one record equals the example of RFC 8188 §3.1, byte for byte")
    func record() throws {
        let body = try EncryptedContent.seal(
            Array("I am the walrus".utf8), keyMaterial: SymmetricKey(data: Self.bytes("yqdlZ-tYemfogSmv7Ws5PQ")),
            salt: Self.bytes("I1BsxtFttlv3u_Oo94xnmw"))
        #expect(
            Base64.encodeURLSafe(body)
                == "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")
    }

    @Test(
        "pads a message to one of four sizes, of which the largest fills 4096 bytes",
        arguments: [
            (0, 1127), (1, 1127), (1024, 1127), (1025, 2151), (2048, 2151), (2049, 2919), (2816, 2919), (2817, 4096),
            (3993, 4096),
        ])
    func padding(message: Int, body: Int) throws {
        let encryption = try #require(MessageEncryption(for: Self.subscription()))
        #expect(try encryption.encrypt([UInt8](repeating: 7, count: message)).count == body)
    }

    @Test("uses a new key and a new salt for each message")
    func fresh() throws {
        let encryption = try #require(MessageEncryption(for: Self.subscription()))
        let bodies = try (0..<20).map { _ in try encryption.encrypt([1]) }
        #expect(Set(bodies.map { $0[0..<16] }).count == 20)
        #expect(Set(bodies.map { $0[21..<86] }).count == 20)
    }

    @Test("refuses a public key that is not on the curve")
    func offCurve() throws {
        let subscription = try WebPushSubscription(
            endpoint: "https://push.example.net/x", publicKey: [4] + [UInt8](repeating: 1, count: 64),
            secret: [UInt8](repeating: 0, count: 16))
        #expect(MessageEncryption(for: subscription) == nil)
    }

    @Test("hashes collapse ids to topics of 32 characters, which differ between subscribers")
    func topics() throws {
        let one = try Self.subscription()
        let other = try WebPushSubscription(
            endpoint: one.endpoint, publicKey: one.publicKey, secret: [UInt8](repeating: 1, count: 16))
        let first = try #require(MessageEncryption(for: one))
        let second = try #require(MessageEncryption(for: other))
        let ids = ["", "a", "new_event", String(repeating: "ö", count: 32)]
        let topics = ids.map(first.topic)
        #expect(topics.allSatisfy { $0.count == 32 && Base64.decode($0)?.count == 24 && !$0.contains("=") })
        #expect(Set(topics + ids.map(second.topic)).count == 8)
        #expect(topics == ids.map(first.topic))
    }
}

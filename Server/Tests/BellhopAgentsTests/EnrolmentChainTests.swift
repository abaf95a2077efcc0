import BellhopAgents
import BellhopModel
import Crypto
import Testing

@Suite("Chain of enrolments")
struct EnrolmentChainTests {
    /// A device of the server's list and its private key.
    struct Member {
        var device: Device
        let key = P256.Signing.PrivateKey()

        init(_ number: UInt64, storage: KeyStorage? = nil) throws {
            device = Device(
                id: DeviceID(high: 1, low: number), userID: "ada", name: "Device \(number)", platform: .ios,
                token: try #require(DeviceToken("token-\(number)")), environment: .production, app: "dev.bellhop.app",
                publicKey: Array(key.publicKey.x963Representation), keyStorage: storage, registeredAt: Phone.created)
        }

        /// Signs the statement about `other`, changed by `change`.
        mutating func enrolled(
            by signer: Member, answer: Answer = .approve, deadline: Timestamp = Phone.deadline,
            about change: (inout Device) -> Void = { _ in }
        ) throws {
            var signed = device
            change(&signed)
            let input = EnrolmentStatement(
                userID: signed.userID, deviceID: signed.id, publicKey: signed.publicKey
            ).text { Array(SHA256.hash(data: $0)) }
            let statement = AnswerStatement(
                askID: Phone.askID,
                inputDigest: InputDigest.hex(of: input, nonce: nil) { Array(SHA256.hash(data: $0)) },
                deadline: deadline, deviceID: signer.device.id, answer: answer)
            let signature = try signer.key.signature(for: Array(try statement.text.utf8))
            device.enrolment = DeviceEnrolment(
                askID: Phone.askID, deadline: deadline,
                answer: SignedAnswer(
                    answer: answer, deviceID: signer.device.id, deviceName: signer.device.name,
                    signature: Base64.encode(signature.rawRepresentation)))
        }
    }

    private static func trusted(
        _ devices: [Member], pins: [Member], acceptsFileKeys: Bool = false
    ) -> [DeviceID] {
        let keys = Dictionary(uniqueKeysWithValues: pins.map { ($0.device.id, $0.device.publicKey) })
        let verification = AnswerVerification(keys: keys)
            .extended(by: devices.map { DeviceSummary($0.device) }, acceptsFileKeys: acceptsFileKeys)
        return devices.map(\.device.id).filter(verification.trusts)
    }

    @Test("A device is trusted when a pinned device signed its enrolment, directly or through others, in any order")
    func chain() throws {
        let root = try Member(1)
        var (second, third) = (try Member(2), try Member(3))
        try second.enrolled(by: root)
        try third.enrolled(by: second)
        let stranger = try Member(4)
        let ids = [third, second].map(\.device.id)
        #expect(Self.trusted([third, second, stranger], pins: [root]) == ids)
        #expect(Self.trusted([third, second], pins: []).isEmpty)
        #expect(Self.trusted([third], pins: [root]).isEmpty)
    }

    @Test("Two devices that enrolled each other are not trusted")
    func circle() throws {
        let root = try Member(1)
        var (second, third) = (try Member(2), try Member(3))
        let former = second
        try second.enrolled(by: third)
        try third.enrolled(by: former)
        #expect(Self.trusted([second, third], pins: [root]).isEmpty)
    }

    @Test(
        "An enrolment of another key, device or user is refused",
        arguments: [
            { $0.publicKey = Array(P256.Signing.PrivateKey().publicKey.x963Representation) },
            { $0.id = DeviceID(high: 1, low: 99) }, { $0.userID = "bob" },
        ] as [@Sendable (inout Device) -> Void])
    func otherStatement(_ change: @Sendable (inout Device) -> Void) throws {
        let root = try Member(1)
        var second = try Member(2)
        try second.enrolled(by: root, about: change)
        #expect(Self.trusted([second], pins: [root]).isEmpty)
    }

    @Test("A denial, a forged signature and a reversed approval are refused")
    func forged() throws {
        let root = try Member(1)
        var second = try Member(2)
        try second.enrolled(by: root, answer: .deny(message: nil))
        #expect(Self.trusted([second], pins: [root]).isEmpty)
        second.device.enrolment?.answer.answer = .approve
        #expect(Self.trusted([second], pins: [root]).isEmpty)
        // Signed with the forger's key under the root's id.
        var impostor = try Member(1)
        impostor.device.id = root.device.id
        try second.enrolled(by: impostor)
        #expect(Self.trusted([second], pins: [root]).isEmpty)
    }

    @Test("A device removed before the ask cannot enrol others, and a removed device cannot answer")
    func removed() throws {
        let root = try Member(1)
        var (second, third) = (try Member(2), try Member(3))
        try second.enrolled(by: root)
        let made = Phone.deadline - .seconds(DeviceEnrolment.lifetime)
        try third.enrolled(by: second)
        second.device.inactivation = DeviceInactivation(at: made + .seconds(60), cause: .removed)
        #expect(Self.trusted([second, third], pins: [root]) == [third.device.id])
        second.device.inactivation = DeviceInactivation(at: made, cause: .removed)
        #expect(Self.trusted([second, third], pins: [root]).isEmpty)
    }

    @Test("A device with its key in a file is trusted only when the server simulates")
    func keyInFile() throws {
        let root = try Member(1)
        var second = try Member(2, storage: .file)
        try second.enrolled(by: root)
        #expect(Self.trusted([second], pins: [root]).isEmpty)
        #expect(Self.trusted([second], pins: [root], acceptsFileKeys: true) == [second.device.id])
    }

    @Test("A fingerprint is four groups of four digits of the key's SHA-256")
    func fingerprint() {
        let text = KeyFingerprint.text(of: Array("abc".utf8)) { Array(SHA256.hash(data: $0)) }
        // FIPS 180-2, appendix B.1.
        #expect(text == "ba78 16bf 8f01 cfea")
    }
}

import BellhopModel
import Testing

@Suite("Secrets are not printed")
struct LeakTests {
    static func everyWayToPrint(_ value: some Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value) " + String(describing: value) + String(reflecting: value) + dumped
            + "\([value]) \(Optional(value) as Any)"
    }

    @Test("A secret prints as redacted in every way, alone and inside other values")
    func secret() throws {
        let secret = Secret("hunter2")
        let nested = RegisteredDevice(device: DeviceSummary(Self.device), key: secret)
        #expect(!Self.everyWayToPrint(secret).contains("hunter2") && "\(secret)" == "<redacted>")
        #expect(!Self.everyWayToPrint(nested).contains("hunter2"))
        #expect(secret.reveal() == "hunter2")
        #expect(try CanonicalJSON.text([secret]) == #"["hunter2"]"#)
    }

    static let tokenText = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"
    static let device = Device(
        id: Sample.phone, userID: "ann", name: "phone", platform: .ios,
        token: DeviceToken(tokenText) ?? DeviceToken("x").unsafelyUnwrapped,
        environment: .sandbox, app: "com.example", publicKey: [4], registeredAt: Sample.now)

    @Test("A device token prints as its first four characters, alone and inside a device")
    func token() {
        let printed = Self.everyWayToPrint(Self.device) + Self.everyWayToPrint(Self.device.token)
        #expect(!printed.contains(Self.tokenText.prefix(5)) && printed.contains("<token 00fc…>"))
    }

    @Test("A device's summary contains no token")
    func summary() throws {
        #expect(!(try CanonicalJSON.text(DeviceSummary(Self.device)).contains("00fc13")))
    }

    @Test(
        "A token is 1 to 1024 printable ASCII characters; bytes become hex",
        arguments: [
            ("", false), ("a b", false), ("ü", false), ("a\n", false), ("https://push.example/x?y=z", true),
        ])
    func tokens(_ text: String, _ isValid: Bool) { #expect((DeviceToken(text) != nil) == isValid) }

    @Test("Token bytes of any number become lower-case hex")
    func bytes() {
        #expect(DeviceToken(bytes: [0x00, 0xFC, 0x13])?.text == "00fc13")
        #expect(DeviceToken(bytes: [UInt8](repeating: 1, count: 512)) != nil && DeviceToken(bytes: []) == nil)
    }
}

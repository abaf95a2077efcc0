import BellhopModel
import NIOCore

@testable import BellhopSimulators

/// A request in order, to be put out of order by one change.
struct InspectionSample: Sendable {
    static let credential = SimulatedCredential()
    static let token = String(repeating: "0a", count: 32)
    static let now = Timestamp(seconds: 1_800_000_000)

    var request: PushRequest
    var credential: CredentialFinding
    var ledger = TokenLedger()
    var device = DeviceStanding.unknown(.acceptAnyToken)
    var environment = PushEnvironment.sandbox

    init() {
        request = PushRequest()
        request.method = "POST"
        request.path = "/3/device/\(Self.token)"
        request.authorization = "bearer one"
        request.headers = PushHeaders(pushType: "alert", topic: "com.example.app")
        request.payload = ByteBuffer(string: #"{"aps":{"alert":"Deploy?"}}"#)
        credential = .verified(ProviderToken(key: Self.credential.providerKey, issuedAt: Self.now))
    }

    var inspection: APNsInspection {
        APNsInspection(
            request: request, credential: credential, ledger: ledger, device: device, environment: environment,
            now: Self.now)
    }

    mutating func payload(_ text: String) { request.payload = ByteBuffer(string: text) }

    /// A payload in order, of exactly `size` bytes.
    mutating func payload(size: Int) {
        let frame = #"{"aps":{"alert":""}}"#
        payload(#"{"aps":{"alert":"\#(String(repeating: "x", count: size - frame.utf8.count))"}}"#)
    }

    mutating func type(_ name: String?, topic: String) {
        request.headers.pushType = name
        request.headers.topic = topic
    }

    mutating func issued(_ age: Duration) {
        credential = .verified(ProviderToken(key: Self.credential.providerKey, issuedAt: Self.now - age))
    }

    mutating func key(
        _ id: String = "OTHERKEY01", team: String = "SIMTEAM001", environments: Set<PushEnvironment> = [.sandbox],
        topics: Set<String>? = nil
    ) {
        let key = ProviderKey(
            keyID: id, teamID: team, publicKey: Self.credential.providerKey.publicKey, environments: environments,
            topics: topics)
        credential = .verified(ProviderToken(key: key, issuedAt: Self.now))
    }

    /// As if a push with the sample's own key had come this long ago.
    mutating func pushed(_ age: Duration) {
        let moment = Self.now - age
        let token = ProviderToken(key: Self.credential.providerKey, issuedAt: moment)
        ledger.note(token, authorization: "bearer zero", now: moment)
    }

    mutating func register(
        topic: String = "com.example.app", environment: PushEnvironment = .sandbox,
        state: SimulatedDevice.State = .active
    ) {
        guard let token = DeviceToken(Self.token) else { return }
        device = .registered(
            SimulatedDevice(
                token: token, topic: topic, environment: environment, registeredAt: Self.now, state: state))
    }
}

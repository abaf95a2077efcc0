import BellhopKit
import BellhopModel

extension FakeServer {
    func register(_ request: APIRequest) throws -> APIResponse {
        let body = try CanonicalJSON.decode(DeviceRegistration.self, from: request.body)
        let publicKey = body.publicKey.flatMap { Base64.decode($0) } ?? []
        if publicKey.count != 65 { complain("a public key of \(publicKey.count) bytes") }
        lastNumber += 1
        let id: DeviceID
        let user: UserID
        var newKey: String?
        if let code = body.pairingCode {
            if request.headers["authorization"] != nil { complain("a pairing code with another server's key") }
            guard let owner = codes.removeValue(forKey: code) else { throw APIError(.pairingCodeInvalid) }
            let former = devices.values.first { $0.device.token == body.token }?.device.id
            (id, user) = (former ?? DeviceID(high: 1, low: lastNumber), owner)
            newKey = "key-\(lastNumber)"
        } else {
            let device = try caller(of: request)
            guard device.publicKey == publicKey else { throw APIError(.forbidden) }
            (id, user) = (device.id, device.userID)
        }
        let device = Device(
            id: id, userID: user, name: body.name ?? "", platform: body.platform, token: body.token,
            environment: body.environment, app: body.app ?? "", appVersion: body.appVersion, locale: body.locale,
            timeZone: body.timeZone, publicKey: publicKey, keyStorage: body.keyStorage, trust: trust,
            registeredAt: clock.now)
        devices[id] = Paired(device: device, key: newKey ?? devices[id]?.key ?? "")
        return .json(RegisteredDevice(device: DeviceSummary(device), key: newKey.map { Secret($0) }))
    }
}

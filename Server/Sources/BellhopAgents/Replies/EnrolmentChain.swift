public import BellhopModel
import Crypto

extension AnswerVerification {
    /// Adds the devices whose enrolment is signed, directly or through other devices, by a known key.
    ///
    /// - Parameters:
    ///   - devices: the server's list. Only signed data in it is trusted, and the removal of a device, which only reduces
    ///     trust.
    ///   - acceptsFileKeys: whether devices count that keep their signing key in a file.
    public func extended(by devices: [DeviceSummary], acceptsFileKeys: Bool) -> AnswerVerification {
        var links = keys
        var pending = devices.filter { links[$0.id] == nil && $0.enrolment != nil }
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for (index, device) in pending.enumerated().reversed() {
                guard let key = Self.enrolledKey(of: device, by: links, among: devices) else { continue }
                links[device.id] = key
                pending.remove(at: index)
                isGrowing = true
            }
        }
        var trusted = keys
        for device in devices where trusted[device.id] == nil && device.inactivation?.cause != .removed {
            guard acceptsFileKeys || device.keyStorage != .file else { continue }
            trusted[device.id] = links[device.id]
        }
        return AnswerVerification(keys: trusted)
    }

    /// Returns whether an answer of this device counts.
    public func trusts(_ id: DeviceID) -> Bool { keys[id] != nil }

    /// - Returns: the device's key, when a device of `links` signed this key for this device.
    private static func enrolledKey(
        of device: DeviceSummary, by links: [DeviceID: [UInt8]], among devices: [DeviceSummary]
    ) -> [UInt8]? {
        guard let enrolment = device.enrolment, enrolment.answer.answer == .approve,
            let key = device.publicKey.flatMap({ Base64.decode($0) }), let signer = links[enrolment.answer.deviceID],
            !isTooLate(enrolment, among: devices)
        else { return nil }
        let input = EnrolmentStatement(userID: device.userID, deviceID: device.id, publicKey: key)
            .text { Array(SHA256.hash(data: $0)) }
        let statement = AnswerStatement(
            askID: enrolment.askID,
            inputDigest: InputDigest.hex(of: input, nonce: nil) { Array(SHA256.hash(data: $0)) },
            deadline: enrolment.deadline, deviceID: enrolment.answer.deviceID, answer: .approve)
        return isSigned(statement, by: signer, enrolment.answer.signature) ? key : nil
    }

    /// Returns whether the signer was removed before the ask was made, according to the signed deadline.
    private static func isTooLate(_ enrolment: DeviceEnrolment, among devices: [DeviceSummary]) -> Bool {
        guard let signer = devices.first(where: { $0.id == enrolment.answer.deviceID }),
            let inactivation = signer.inactivation,
            inactivation.cause == .removed
        else { return false }
        return enrolment.deadline - .seconds(DeviceEnrolment.lifetime) >= inactivation.at
    }
}

package import BellhopAgents
package import BellhopClient
package import BellhopModel

extension BellhopClient {
    /// Verifies an answer against the devices that this machine trusts.
    ///
    /// Fetches enrolments only when the answering device is not pinned.
    ///
    /// - Parameter digest: the digest of the input that was asked about, from the caller's own memory.
    package func verifyAnswer(
        to ask: Ask, askedAbout digest: String, trust: AnswerTrust
    ) async throws -> AnswerVerification.Result {
        guard let pins = trust.pins else {
            let devices = try await call(API.listDevices).items.filter { $0.trust == .trusted }
            let keys = devices.compactMap { device in
                device.publicKey.flatMap { Base64.decode($0) }.map { (device.id, $0) }
            }
            return AnswerVerification(keys: Dictionary(keys) { $1 }).verify(ask, askedAbout: digest)
        }
        let verification = AnswerVerification(keys: pins)
        let result = verification.verify(ask, askedAbout: digest)
        guard case .refused(.unknownDevice(let id)) = result else { return result }
        if trust.refused.contains(id) { return .refused(.keyInFile(id)) }
        let devices = try await call(API.listDevices).items
        let extended = verification.extended(by: devices, acceptsFileKeys: trust.acceptsFileKeys)
            .verify(ask, askedAbout: digest)
        guard case .refused(.unknownDevice) = extended, !trust.acceptsFileKeys,
            devices.contains(where: { $0.id == id && $0.keyStorage == .file })
        else { return extended }
        return .refused(.keyInFile(id))
    }
}

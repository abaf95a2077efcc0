package import BellhopAgents
package import BellhopClient
package import BellhopModel

extension BellhopClient {
    /// Checks an answer against the devices that are trusted on this machine.
    ///
    /// The server is asked for enrolments only when a device answered that is not pinned.
    ///
    /// - Parameter digest: of the input that was asked about, from the asking side's own memory.
    package func verdict(
        on ask: Ask, askedAbout digest: String, trust: AnswerTrust
    ) async throws -> AnswerVerification.Verdict {
        guard let pins = trust.pins else {
            let devices = try await call(API.listDevices).items.filter { $0.trust == .trusted }
            let keys = devices.compactMap { device in
                device.publicKey.flatMap { Base64.decode($0) }.map { (device.id, $0) }
            }
            return AnswerVerification(keys: Dictionary(keys) { $1 }).verdict(on: ask, askedAbout: digest)
        }
        let verification = AnswerVerification(keys: pins)
        let verdict = verification.verdict(on: ask, askedAbout: digest)
        guard case .refused(.unknownDevice(let id)) = verdict else { return verdict }
        if trust.refused.contains(id) { return .refused(.keyInFile(id)) }
        let devices = try await call(API.listDevices).items
        let extended = verification.extended(by: devices, acceptsFileKeys: trust.acceptsFileKeys)
            .verdict(on: ask, askedAbout: digest)
        guard case .refused(.unknownDevice) = extended, !trust.acceptsFileKeys,
            devices.contains(where: { $0.id == id && $0.keyStorage == .file })
        else { return extended }
        return .refused(.keyInFile(id))
    }
}

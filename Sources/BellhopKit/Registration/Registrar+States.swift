import BellhopModel

/// State changes.
extension Registrar {
    func confirm() {
        guard let record = kept?.record else { return }
        failures = 0
        if record.isWaiting == true {
            state = .waitingForTrust(
                device: record.deviceID, user: record.userID, fingerprint: fingerprint(of: record.facts))
            due = clock.uptime + RegistrationPlan.trustInterval
            return
        }
        state = .registered(device: record.deviceID, user: record.userID)
        let rest = record.confirmedAt + RegistrationPlan.lifetime - clock.now
        due = clock.uptime + (isUnwritten ? RetryBackoff.background.limit : rest)
    }

    /// The fingerprint of this device's own key, never of a key that the server reports.
    private func fingerprint(of facts: RegistrationFacts) -> String {
        KeyFingerprint.text(of: Base64.decode(facts.publicKey) ?? [], sha256: storage.digesting.sha256)
    }

    func leaveSoon() {
        due = clock.uptime
        state = .leaving
    }

    func needPairing(_ reason: PairingReason) {
        failures = 0
        state = .needsPairing(reason)
    }

    func retry(_ message: String, atLeast: Duration? = nil) {
        failures += 1
        let delay = RetryBackoff.background.delay(after: failures, random: randomness.next(), atLeast: atLeast)
        due = clock.uptime + delay
        state = .retrying(message: message, at: clock.now + delay)
    }
}

import BellhopModel

/// Where a step leads.
extension Registrar {
    func confirm() {
        guard let record = kept?.record else { return }
        failures = 0
        state = .registered(device: record.deviceID, user: record.userID)
        let rest = record.confirmedAt + RegistrationPlan.lifetime - clock.now
        due = clock.uptime + (isUnwritten ? Backoff.registration.limit : rest)
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
        let delay = Backoff.registration.delay(after: failures, random: randomness.next(), atLeast: atLeast)
        due = clock.uptime + delay
        state = .retrying(message: message, at: clock.now + delay)
    }
}

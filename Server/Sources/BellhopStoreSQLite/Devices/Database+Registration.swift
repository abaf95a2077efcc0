import BellhopModel
import BellhopStore
import GRDB

extension Database {
    /// Stores what a device that has its key already says of itself.
    /// - Returns: `nil` when `known`, the device under that id, has to be paired again; then nothing is stored.
    func renew(_ known: Device, by registration: Device) throws -> Device? {
        guard known.isRenewed(by: registration) else { return nil }
        var registration = registration
        // Trust comes with pairing and consent, not with a registration.
        (registration.trust, registration.enrolment, registration.enrolmentAsk) = (
            known.trust, known.enrolment, known.enrolmentAsk
        )
        let stored = try devices.put(registration)
        if known.platform != stored.platform { try deliveries.move(to: stored) }
        try devices.deactivateOthers(than: stored)
        return stored
    }

    /// Registers an installation under an id that is new, or under that of the device whose token it has.
    func enroll(_ newcomer: Device) throws -> Device {
        guard let former = try devices.holder(of: newcomer.token, app: newcomer.app) else {
            return try devices.put(newcomer)
        }
        var device = newcomer
        device.id = former.id
        let stored = try devices.put(device)
        if former.platform != stored.platform { try deliveries.move(to: stored) }
        try devices.deactivateOthers(than: stored)
        try keys.revoke(of: stored.id, at: stored.registeredAt)
        try withdrawEnrolment(of: former, at: stored.registeredAt)
        if former.userID != stored.userID || stored.trust == .waiting {
            try deliveries.cancelAll(to: stored.id, because: .deviceChangedHands, at: stored.registeredAt)
            try liveActivities.removeAll(on: stored.id)
        }
        return stored
    }
}

import BellhopModel

/// Writes what a push carries. A seam, so that the way a notification looks can change without the way it is sent.
protocol PayloadRendering: Sendable {
    /// Canonical JSON that shows `notification`, within the gateways' 4096 bytes.
    func show(_ notification: UserNotification, ask: Ask?, badge: Int) throws -> [UInt8]

    /// Canonical JSON that takes `notification` off the screen, without showing anything. It carries no badge, which
    /// would make it more than a background push; the show that comes next does.
    func clear(_ notification: UserNotification, ask: Ask?) throws -> [UInt8]

    /// Canonical JSON that shows `summary`; without a noise when it replaces one that the device was sent before.
    func summary(_ summary: NotificationSummary, badge: Int, isUpdate: Bool) throws -> [UInt8]

    /// Canonical JSON that brings the number of `summary` down, or takes it off the screen at 0, without showing
    /// anything.
    func recount(_ summary: NotificationSummary) throws -> [UInt8]

    /// How loudly `notification` may interrupt.
    func interruption(of notification: UserNotification) -> InterruptionLevel
}

import BellhopModel

/// Writes what a push carries. A seam, so that the way a notification looks can change without the way it is sent.
protocol PayloadRendering: Sendable {
    /// What shows `notification`.
    func show(
        _ notification: UserNotification, ask: Ask?, badge: Int, as form: PayloadForm
    ) throws -> RenderedPayload

    /// What takes `notification` off the screen, without showing anything. It carries no badge, which would make it more
    /// than a background push; the show that comes next does.
    func clear(_ notification: UserNotification, ask: Ask?, as form: PayloadForm) throws -> RenderedPayload

    /// What shows `summary`; without a noise when it replaces one that the device was sent before.
    func summary(
        _ summary: NotificationSummary, badge: Int, isUpdate: Bool, as form: PayloadForm
    ) throws -> RenderedPayload

    /// What brings the number of `summary` down, or takes it off the screen at 0, without showing anything.
    func recount(_ summary: NotificationSummary, as form: PayloadForm) throws -> RenderedPayload
}

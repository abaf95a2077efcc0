import BellhopModel

/// Tells the server which notifications the service extension showed. When it cannot be reached, the next time the app
/// comes to the front is soon enough.
struct ShownReceipts: Sendable {
    let log: ShownLog
    let api: DeviceAPI
    let registrar: Registrar
    let clock: any ClockPort

    func send() async {
        guard case .found(let credentials) = await registrar.credentials() else { return }
        for id in await log.unsent() {
            let receipt = Receipt(kind: .shown, notificationID: id)
            guard let reply = try? await api.perform(API.sendReceipt, body: receipt, key: credentials.key) else {
                return
            }
            if case .unavailable = reply { return }
            await log.markSent(id)
        }
        await log.prune(at: clock.now)
    }
}

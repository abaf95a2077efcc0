import BellhopModel
import BellhopStore
import Testing

extension Scene {
    func claim(at seconds: Int64 = 0, lease: Int64 = 30, limit: Int = 1000) async throws -> [ClaimedDelivery] {
        try await store.claimDeliveries(at: at(seconds), lease: at(seconds + lease), limit: limit)
    }

    /// Claims everything that is due and records that the gateway took it.
    @discardableResult
    func sendAll(at seconds: Int64 = 0) async throws -> [ClaimedDelivery] {
        let claimed = try await claim(at: seconds)
        try await store.record(claimed.map { DeliveryResult($0, .sent(gatewayID: nil)) }, at: at(seconds))
        return claimed
    }

    @discardableResult
    func record(
        _ claimed: ClaimedDelivery, _ ending: DeliveryResult.Ending,
        device: DeliveryResult.DeviceEffect? = nil, at seconds: Int64 = 0
    ) async throws -> Bool {
        try await store.record([DeliveryResult(claimed, ending, device: device)], at: at(seconds))
    }

    /// What happens when `device` answers `ask`.
    func answer(_ answer: Answer, to ask: Ask, by device: Device) -> AskStateMachine.Event {
        .answered(
            SignedAnswer(answer: answer, deviceID: device.id, deviceName: device.name, signature: "c2ln"),
            inputDigest: ask.request.inputDigest)
    }

    func transition(_ ask: Ask, _ happening: AskStateMachine.Event, at seconds: Int64) async throws -> AskTransition {
        try #require(try await store.transition(ask.id, happening, at: at(seconds)))
    }

    func steps(of notification: UserNotification) async throws -> [TimelineEntry.Step] {
        try await store.timeline(of: notification.id).map(\.step)
    }

    func state(of device: Device) async throws -> Device.State? {
        try await store.device(device.id)?.state
    }
}

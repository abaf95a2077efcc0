import BellhopModel
import BellhopStore

extension MemoryStore {
    struct Scope: Hashable {
        var key: KeyID
        var text: String
    }

    struct SessionKey: Hashable {
        var user: UserID
        var id: SessionID
    }

    struct PairingCode {
        var user: UserID
        var expiresAt: Timestamp
        var refusals = 0
    }

    struct State {
        var fault: String?
        var violations: [String] = []
        var asks: [AskID: Ask] = [:]
        var notifications: [NotificationID: UserNotification] = [:]
        var timelines: [NotificationID: [TimelineEntry]] = [:]
        var deliveries: [DeliveryRow] = []
        var devices: [Device] = []
        var pairings: [[UInt8]: PairingCode] = [:]
        var keys: [(record: KeyRecord, hash: [UInt8])] = []
        var sessions: [SessionKey: AgentSession] = [:]
        var idempotency: [Scope: IdempotencyRecord] = [:]

        mutating func note(
            _ step: TimelineEntry.Step, _ id: NotificationID, at time: Timestamp, device: DeviceID? = nil,
            _ detail: String? = nil
        ) {
            timelines[id, default: []].append(TimelineEntry(at: time, step: step, deviceID: device, detail: detail))
        }

        mutating func deliver(_ purpose: DeliveryPurpose, _ id: NotificationID, to device: DeviceID, at time: Timestamp)
        {
            deliveries.append(
                DeliveryRow(id: .make(at: time), notificationID: id, deviceID: device, purpose: purpose, due: time))
        }

        /// Ends a notification: it is read, unsent deliveries are cancelled, the devices that were sent it are cleared,
        /// `except` this one.
        /// - Returns: how many are cleared.
        mutating func settle(_ id: NotificationID, except: DeviceID?, at time: Timestamp) -> Int {
            notifications[id]?.readAt = time
            var shown: [DeviceID] = []
            for index in deliveries.indices
            where deliveries[index].notificationID == id && deliveries[index].purpose == .show {
                if deliveries[index].ending == .sent { shown.append(deliveries[index].deviceID) }
                if deliveries[index].ending == nil {
                    deliveries[index].ending = .cancelled
                    note(.cancelled, id, at: time, device: deliveries[index].deviceID)
                }
            }
            let cleared = shown.filter { shown in
                shown != except && devices.contains { $0.id == shown && $0.state == .active }
            }
            for device in cleared { deliver(.clear, id, to: device, at: time) }
            return cleared.count
        }
    }
}

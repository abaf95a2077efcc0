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
        var record: PairingRecord
        var refusals = 0
    }

    struct TrustedUser: Hashable {
        var user: UserID
        var isKeyInFile: Bool
    }

    struct State {
        var fault: String?
        /// Calls that succeed before the fault shows.
        var callsLeft = 0
        /// Deliveries that went with their notification.
        var forgotten: Set<DeliveryID> = []
        var givenNames: [DeviceID: String] = [:]
        /// The most devices that gateways had taken out of use at once.
        var mostLapsed = 0
        var violations: [String] = []
        var asks: [AskID: Ask] = [:]
        /// Of those that were held.
        var holdEnds: [AskID: Timestamp] = [:]
        var inputHashes: [AskID: [UInt8]] = [:]
        var notifications: [NotificationID: UserNotification] = [:]
        var timelines: [NotificationID: [TimelineEntry]] = [:]
        var deliveries: [DeliveryRow] = []
        var devices: [Device] = []
        var pairings: [[UInt8]: PairingCode] = [:]
        var trustedUsers: Set<TrustedUser> = []
        var keys: [(record: KeyRecord, hash: [UInt8])] = []
        var sessions: [SessionKey: AgentSession] = [:]
        var liveActivities: [LiveActivityRow] = []
        var startTokens: [DeviceID: DeviceToken] = [:]
        var spent: [DeviceID: [Timestamp]] = [:]
        var preferences: [UserID: NotificationPreferences] = [:]
        var schedules: [ScheduleID: Schedule] = [:]
        var burst: BurstLimits?
        /// When notifications are pushed.
        var due: [NotificationID: Timestamp] = [:]
        /// The summary that a notification is shown in, by the one that it begins with.
        var summaries: [NotificationID: NotificationID] = [:]
        /// By what names devices know summaries that began with another once.
        var summaryNames: [NotificationID: NotificationID] = [:]
        /// Schedules that the user they are for asked for.
        var snoozes: Set<ScheduleID> = []
        var subscriptions: [TopicID: [UserID: Timestamp]] = [:]
        /// Who asked for it, and nobody else has since.
        var ownSubscriptions: [TopicID: Set<UserID>] = [:]
        var campaigns: [CampaignID: CampaignRow] = [:]
        var items: [TopicID: Item] = [:]
        var endedItems: [TopicID: EndedItem] = [:]
        var itemClock: Int64 = 1
        var itemChanges: [UserID: [TopicID: ItemChangeEntry]] = [:]
        var itemHorizons: [UserID: Int64] = [:]
        var messages: [Message] = []
        var idempotency: [Scope: IdempotencyRecord] = [:]

        /// Adds a line to the timeline of a notification that there is, after those of the same moment.
        mutating func note(_ entry: TimelineEntry, for id: NotificationID) {
            guard notifications[id] != nil else { return }
            let timeline = timelines[id] ?? []
            let index = timeline.firstIndex { $0.at > entry.at } ?? timeline.count
            timelines[id, default: []].insert(entry, at: index)
        }

        mutating func note(
            _ step: TimelineEntry.Step, _ id: NotificationID, at time: Timestamp, device: DeviceID? = nil,
            _ detail: String? = nil
        ) {
            note(TimelineEntry(at: time, step: step, deviceID: device, detail: detail), for: id)
        }

        mutating func cancel(_ index: Int, at time: Timestamp, because reason: String) {
            deliveries[index].ending = .cancelled
            note(.cancelled, deliveries[index].notificationID, at: time, device: deliveries[index].deviceID, reason)
        }

        mutating func deliver(
            _ purpose: DeliveryPurpose, _ id: NotificationID, to device: DeviceID, at time: Timestamp,
            isBulk: Bool = false
        ) {
            deliveries.append(
                DeliveryRow(
                    id: .make(at: time), notificationID: id, deviceID: device, purpose: purpose, due: time,
                    isBulk: isBulk))
        }

        /// Ends a notification: it is read, deliveries that wait to show it are cancelled, the devices that were sent
        /// it are cleared, `except` this one. What is under way is seen to when it is recorded.
        /// - Returns: how many are cleared.
        mutating func settle(
            _ id: NotificationID, except: DeviceID?, at time: Timestamp, because reason: String = "already read"
        ) -> Int {
            guard let notification = notifications[id] else { return 0 }
            notifications[id]?.readAt = notification.readAt ?? time
            if let summary = summaries[id] { return shrink(summary, of: notification.userID, at: time) }
            var cleared: [DeviceID] = []
            for (index, row) in deliveries.enumerated() where row.notificationID == id && row.purpose == .show {
                if row.ending == nil, row.lease == nil { cancel(index, at: time, because: reason) }
                if row.ending == .sent, row.deviceID != except { cleared.append(row.deviceID) }
            }
            cleared.removeAll { cleared in
                !devices.contains {
                    $0.id == cleared && $0.state == .active && $0.trust == .trusted && $0.userID == notification.userID
                }
            }
            for device in cleared { deliver(.clear, id, to: device, at: time) }
            return cleared.count
        }
    }
}

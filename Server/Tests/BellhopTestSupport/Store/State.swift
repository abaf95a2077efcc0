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
        /// The number of calls that succeed before the fault.
        var callsLeft = 0
        /// Deliveries deleted with their notification.
        var forgotten: Set<DeliveryID> = []
        var givenNames: [DeviceID: String] = [:]
        /// The maximum number of devices that gateways had inactivated at once.
        var mostLapsed = 0
        var violations: [String] = []
        var asks: [AskID: Ask] = [:]
        /// The ends of holds.
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
        /// The times at which notifications are pushed.
        var due: [NotificationID: Timestamp] = [:]
        /// The summary of each folded notification, identified by the summary's first notification.
        var summaries: [NotificationID: NotificationID] = [:]
        /// The ids by which devices know summaries whose first notification has left.
        var summaryNames: [NotificationID: NotificationID] = [:]
        /// Schedules created by a user's snooze.
        var snoozes: Set<ScheduleID> = []
        var subscriptions: [TopicID: [UserID: Timestamp]] = [:]
        /// Users whose subscription was made only by themselves.
        var ownSubscriptions: [TopicID: Set<UserID>] = [:]
        var campaigns: [CampaignID: CampaignRow] = [:]
        var items: [TopicID: Item] = [:]
        var endedItems: [TopicID: EndedItem] = [:]
        var itemClock: Int64 = 1
        var itemChanges: [UserID: [TopicID: ItemChangeEntry]] = [:]
        var itemHorizons: [UserID: Int64] = [:]
        var messages: [Message] = []
        var idempotency: [Scope: IdempotencyRecord] = [:]

        /// Adds an entry to the timeline of an existing notification, after entries of the same time.
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

        /// Ends a notification: marks it as read, cancels waiting deliveries, and clears it from the devices that it was
        /// sent to, apart from `except`. Claimed deliveries are cleared when they are recorded.
        /// - Returns: the number of devices to clear.
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

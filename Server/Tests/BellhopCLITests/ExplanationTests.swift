import BellhopAPNs
import BellhopFCM
import BellhopModel
import BellhopPush
import Testing

@testable import BellhopCLI

@Suite("bellhop explain")
struct ExplanationTests {
    private static let start = Timestamp(seconds: 1_800_000_000)
    private static let meanings = ReasonMeanings.known

    private static func at(_ seconds: Int64) -> Timestamp { start + .seconds(seconds) }

    private static func device(
        _ number: UInt64, _ name: String, of user: UserID = "ada", state: Device.State = .active,
        registered: Int64 = -100, inactivation: DeviceInactivation? = nil
    ) throws -> DeviceSummary {
        DeviceSummary(
            Device(
                id: DeviceID(high: 1, low: number), userID: user, name: name, platform: .ios,
                token: try #require(DeviceToken("aa")), environment: .production, app: "dev.bellhop", publicKey: [4],
                state: state, registeredAt: at(registered), inactivation: inactivation))
    }

    private static let notification = UserNotification(
        id: NotificationID(high: 1, low: 1), userID: "ada", category: .reminder, title: "Buy\u{202E}milk", body: "",
        createdAt: start, expiresAt: start + .seconds(3600))

    private static func explain(
        _ timeline: [TimelineEntry], _ deliveries: [DeliveryStatus], _ devices: [DeviceSummary], ask: Ask? = nil
    ) -> Explanation {
        Explanation(
            NotificationTimeline(
                notification: notification, timeline: [TimelineEntry(at: start, step: .accepted)] + timeline,
                deliveries: deliveries, devices: devices, ask: ask), meanings: meanings)
    }

    @Test("The user's preference is the reason for every device, with the text of the timeline")
    func refused() throws {
        let refusal = "the user turned off the type reminders"
        let explanation = try Self.explain(
            [TimelineEntry(at: Self.start, step: .cancelled, detail: refusal)], [], [Self.device(1, "iPhone")])
        #expect(explanation.summary.contains("It was pushed to no device: \(refusal)."))
        #expect(explanation.devices.map(\.outcome) == ["not sent: \(refusal)."])
        #expect(!explanation.lines.joined().contains("\u{202E}"))
    }

    @Test("A held notification has the reason of the hold, also when it was never sent")
    func held() throws {
        let hold = "held until \(Self.at(20)) for an answer in the terminal"
        let device = try Self.device(1, "iPhone")
        let explanation = Self.explain(
            [
                TimelineEntry(at: Self.start, step: .held, detail: hold),
                TimelineEntry(at: Self.at(5), step: .cancelled, deviceID: device.id, detail: "the ask has ended"),
            ],
            [DeliveryStatus(deviceID: device.id, purpose: .show, state: .cancelled, attempts: 0)], [device])
        #expect(explanation.summary.contains("It was not sent at once: \(hold)."))
        #expect(explanation.steps.map(\.text).contains("held: \(hold)"))
        #expect(explanation.devices.map(\.outcome) == ["not sent: the ask has ended."])
    }

    @Test("A folded notification is reported as part of a summary")
    func folded() throws {
        let explanation = try Self.explain(
            [TimelineEntry(at: Self.start, step: .folded, detail: "more than 3 within 60 seconds")], [],
            [Self.device(1, "iPhone")])
        #expect(explanation.summary.contains("It is shown as part of a summary, not by itself."))
        #expect(explanation.devices.map(\.outcome) == ["shown as part of a summary."])
    }

    @Test("Every reason of every gateway is explained")
    func everyReason() {
        for row in APNsErrors.table + FCMErrors.table {
            // No two gateways use one name for different reasons.
            let meaning = Self.meanings.explained("after \(row.reason)")
            #expect(meaning == "after \(row.reason): \(row.meaning)")
        }
    }

    @Test("A notification without deliveries has a reason")
    func none() throws {
        let inactivation = DeviceInactivation(at: Self.at(-10), cause: .gateway, reason: "Unregistered")
        let explanation = try Self.explain(
            [], [],
            [
                Self.device(1, "Old", state: .inactive, inactivation: inactivation),
                Self.device(2, "New", registered: 5),
                Self.device(3, "Sold", of: "bob"),
            ])
        #expect(explanation.summary.contains("It was pushed to no device: the user had none that was active."))
        #expect(
            explanation.devices.map(\.outcome) == [
                "not sent: it is inactive since \(Self.at(-10)) (Unregistered).",
                "not sent: it registered later, \(Self.at(5)).", "not sent: it belongs to another user now.",
            ])
    }

    @Test("Each state of a delivery has a sentence, with the meaning of the gateway's reason")
    func states() throws {
        let devices = try (1...5).map { try Self.device($0, "Device \($0)") }
        func entry(_ number: UInt64, _ step: TimelineEntry.Step, _ detail: String?) -> TimelineEntry {
            TimelineEntry(at: Self.at(1), step: step, deviceID: DeviceID(high: 1, low: number), detail: detail)
        }
        func delivery(_ number: UInt64, _ state: DeliveryStatus.State, next: Timestamp? = nil) -> DeliveryStatus {
            DeliveryStatus(
                deviceID: DeviceID(high: 1, low: number), purpose: .show, state: state, attempts: 2,
                nextAttemptAt: next)
        }
        let explanation = Self.explain(
            [
                entry(1, .sent, "unique-1"), entry(1, .shown, nil), entry(2, .failed, "BadTopic"),
                entry(3, .cancelled, "already read"), entry(4, .deferred, "TooManyRequests"),
            ],
            [
                delivery(1, .sent), delivery(2, .failed), delivery(3, .cancelled),
                delivery(4, .waiting, next: Self.at(60)), delivery(5, .claimed, next: Self.at(60)),
            ], devices)
        #expect(
            explanation.devices.map(\.outcome) == [
                "sent, and shown.",
                "not sent, failed after 2 attempts: "
                    + "BadTopic: The topic is malformed: check the app's bundle identifier.",
                "not sent: already read.",
                "not sent yet; attempt 3 is due \(Self.at(60)): "
                    + "TooManyRequests: Too many pushes went to this device in a short time.",
                "being sent now, attempt 2.",
            ])
        #expect(
            explanation.devices[0].steps.map(\.text) == ["accepted by the gateway as unique-1", "the device showed it"])
    }

    @Test("The engine's reasons have meanings too, also within a sentence; unknown text is unchanged")
    func reasons() {
        #expect(
            Self.meanings.explained("expired (Unreachable)")
                == "expired (Unreachable): The gateway could not be reached.")
        #expect(Self.meanings.explained("quiet hours until 07:00") == "quiet hours until 07:00")
    }

    @Test("An answer is explained with its device and the agent's progress")
    func answered() throws {
        let answer = SignedAnswer(
            answer: .approve, deviceID: DeviceID(high: 1, low: 1), deviceName: "iPhone", signature: "")
        var ask = Ask(
            id: AskID(high: 1, low: 1), userID: "ada", sessionID: nil, category: .approvalRequest,
            request: .init(title: "?", body: "", input: "", inputDigest: ""), createdAt: Self.start,
            deadline: Self.at(60))
        #expect(Self.explain([], [], [], ask: ask).summary.last?.contains("has not been answered yet") == true)
        ask.resolution = Resolution(state: .approved, at: Self.at(5), answer: answer)
        ask.appliedAt = Self.at(6)
        #expect(
            Self.explain([], [], [], ask: ask).summary.last
                == "It was approved on iPhone \(Self.at(5)); the agent continued \(Self.at(6)).")
        (ask.resolution, ask.appliedAt) = (Resolution(state: .expired, at: Self.at(60)), nil)
        #expect(Self.explain([], [], [], ask: ask).summary.last == "It expired \(Self.at(60)).")
    }
}

import BellhopModel
import BellhopSimulators

/// What became of one notification, as told by everybody who took part.
struct PushStory: Sendable {
    /// When it was accepted.
    let start: Timestamp
    let timeline: [TimelineEntry]
    /// As APNs saw them.
    let requests: [ReceivedPush]
    /// As the phone got them.
    let shown: [DeliveredPush]
    /// As it is registered in the end.
    let device: Device
    /// How many deliveries the queue still holds.
    let waiting: Int

    /// How each attempt ended, by the timeline.
    var endings: [FaultCase.Attempt.Ending] { timeline.attemptEndings(since: start) }
}

extension [TimelineEntry] {
    /// How each attempt ended, the latest last.
    func attemptEndings(since start: Timestamp) -> [FaultCase.Attempt.Ending] {
        let ends = filter { [.sent, .deferred, .failed].contains($0.step) }
        return ends.indices.map { index in
            let reason = ends[index].detail ?? ""
            return switch ends[index].step {
            case .sent: .sent
            case .deferred: .deferred(reason, (index + 1 < ends.count ? ends[index + 1].at : start) - ends[index].at)
            default: .failed(reason)
            }
        }
    }
}

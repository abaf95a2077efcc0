public import BellhopKit
import BellhopModel
public import Observation

/// What is shown over the screen that is in front: in place of a notification's banner, and what came of an answer.
@Observable @MainActor
public final class CardsModel {
    public enum Card: Hashable, Sendable {
        case notification(InAppCard)
        case outcome(AnswerReport)
        case action(ContentActionReport)
    }

    public private(set) var card: Card?

    /// How long a card stays that nobody has to decide about.
    static let linger: Duration = .seconds(6)

    private let clock: any ClockPort

    init(clock: any ClockPort) { self.clock = clock }

    func show(_ card: InAppCard) { self.card = .notification(card) }

    /// - Parameter isOnScreen: the ask's own screen is in front and says it.
    func show(_ report: AnswerReport, isOnScreen: Bool) {
        if !isOnScreen { card = .outcome(report) }
    }

    /// What was done needs no words.
    func show(_ report: ContentActionReport) {
        if report.result != .done { card = .action(report) }
    }

    public func dismiss() { card = nil }

    /// The ask waits no more: its card would ask for nothing.
    func end(_ id: AskID) {
        if case .notification(let shown) = card, shown.notification.notice?.askID == id { card = nil }
    }

    /// Takes `card` away when its time is over, unless another has taken its place. An ask's stays until its deadline.
    public func wait(out card: Card) async {
        let moment = deadline(of: card) ?? clock.now + Self.linger
        guard (try? await clock.sleep(until: moment)) != nil, self.card == card else { return }
        self.card = nil
    }

    private func deadline(of card: Card) -> Timestamp? {
        guard case .notification(let shown) = card else { return nil }
        return shown.notification.notice?.deadline
    }
}

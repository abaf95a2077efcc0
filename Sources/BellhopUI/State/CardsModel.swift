import BellhopKit
import BellhopModel
import Observation

/// The card shown above the current screen: a notification in place of its banner, or the result of an answer.
@Observable @MainActor
final class CardsModel {
    enum Card: Hashable, Sendable {
        case notification(InAppCard)
        case outcome(AnswerReport)
        case action(ContentActionReport)
    }

    private(set) var card: Card?

    /// The time that a card without a decision stays.
    static let linger: Duration = .seconds(6)

    private let clock: any ClockPort

    init(clock: any ClockPort) { self.clock = clock }

    func show(_ card: InAppCard) { self.card = .notification(card) }

    /// - Parameter isOnScreen: whether the ask's own screen is in front, which shows the result itself.
    func show(_ report: AnswerReport, isOnScreen: Bool) {
        if !isOnScreen { card = .outcome(report) }
    }

    /// Shows a failed action; a successful one needs no card.
    func show(_ report: ContentActionReport) {
        if report.result != .done { card = .action(report) }
    }

    func dismiss() { card = nil }

    /// Removes the card of an ask that is no longer pending.
    func end(_ id: AskID) {
        if case .notification(let shown) = card, shown.notification.notice?.askID == id { card = nil }
    }

    /// Removes `card` when its display time ends, unless another card has replaced it. An ask's card stays until the ask's
    /// deadline.
    func wait(out card: Card) async {
        let moment = deadline(of: card) ?? clock.now + Self.linger
        guard (try? await clock.sleep(until: moment)) != nil, self.card == card else { return }
        self.card = nil
    }

    private func deadline(of card: Card) -> Timestamp? {
        guard case .notification(let shown) = card else { return nil }
        return shown.notification.notice?.deadline
    }
}

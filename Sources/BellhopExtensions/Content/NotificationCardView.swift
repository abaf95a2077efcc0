#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import BellhopModel
import UIKit

/// What an expanded notification shows: its symbol and colour, its words, and the whole command, code or error in a
/// font in which columns stay columns. It grows with the person's text size.
@MainActor
final class NotificationCardView: UIView {
    private let symbol = UIImageView(frame: .zero)
    private let title = UILabel(frame: .zero)
    private let subtitle = UILabel(frame: .zero)
    private let body = UILabel(frame: .zero)
    private let detail = UILabel(frame: .zero)
    private let confirmation = UILabel(frame: .zero)

    init() {
        super.init(frame: .zero)
        for label in [title, subtitle, body, detail, confirmation] {
            label.numberOfLines = 0
            label.adjustsFontForContentSizeCategory = true
            label.isHidden = true
        }
        title.font = .preferredFont(forTextStyle: .headline)
        subtitle.font = .preferredFont(forTextStyle: .subheadline)
        subtitle.textColor = .secondaryLabel
        confirmation.font = .preferredFont(forTextStyle: .headline)
        detail.lineBreakMode = .byCharWrapping
        symbol.contentMode = .scaleAspectFit
        symbol.setContentHuggingPriority(.required, for: .horizontal)
        symbol.isAccessibilityElement = false
        layOut()
    }

    required init?(coder: NSCoder) { nil }

    func show(_ card: NotificationCard) {
        symbol.image = UIImage(systemName: card.appearance.symbol)
        symbol.tintColor = .of(card.appearance.color)
        set(title, card.title)
        set(subtitle, card.subtitle)
        // The detail says it whole; the same twice would only be longer.
        set(body, card.detail == nil ? card.body : "")
        set(detail, card.detail.map(Self.text) ?? "")
        body.font = Self.font(isMonospaced: card.appearance.isMonospaced)
        detail.font = Self.font(isMonospaced: true)
        set(confirmation, "")
    }

    func show(_ confirmation: ActionConfirmation) {
        symbol.image = UIImage(systemName: confirmation.symbol)
        symbol.tintColor = .of(.success)
        set(self.confirmation, confirmation.text)
    }

    private static func text(_ cut: CutText) -> String {
        let text = [cut.head, cut.note(), cut.isCut ? cut.tail : nil].compactMap(\.self)
        return (cut.warnings.map { "⚠︎ \($0)" } + text).joined(separator: "\n")
    }

    private static func font(isMonospaced: Bool) -> UIFont {
        guard isMonospaced else { return .preferredFont(forTextStyle: .body) }
        return UIFontMetrics(forTextStyle: .callout).scaledFont(
            for: .monospacedSystemFont(ofSize: 14, weight: .regular))
    }

    private func set(_ label: UILabel, _ text: String) {
        label.text = text
        label.isHidden = text.isEmpty
    }

    private func layOut() {
        let words = UIStackView(arrangedSubviews: [title, subtitle, body, detail, confirmation])
        words.axis = .vertical
        words.spacing = 6
        let row = UIStackView(arrangedSubviews: [symbol, words])
        row.alignment = .firstBaseline
        row.spacing = 12
        row.translatesAutoresizingMaskIntoConstraints = false
        addSubview(row)
        NSLayoutConstraint.activate([
            row.topAnchor.constraint(equalTo: topAnchor, constant: 14),
            row.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 16),
            row.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -16),
            row.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -14),
        ])
    }
}

extension UIColor {
    static func of(_ role: ColorRole) -> UIColor {
        switch role {
        case .attention: .systemOrange
        case .question: .systemIndigo
        case .success: .systemGreen
        case .failure: .systemRed
        case .quiet: .systemGray
        case .news: .systemBlue
        }
    }
}
#endif

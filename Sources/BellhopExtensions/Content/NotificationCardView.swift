#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import BellhopModel
import UIKit

/// What an expanded notification shows: its symbol and colour, its words, the whole command, code or error in a font in
/// which columns stay columns, and its picture. It grows with the person's text size.
@MainActor
final class NotificationCardView: UIView {
    private let symbol = UIImageView(frame: .zero)
    private let title = UILabel(frame: .zero)
    private let subtitle = UILabel(frame: .zero)
    private let body = UILabel(frame: .zero)
    private let detail = UILabel(frame: .zero)
    private let confirmation = UILabel(frame: .zero)
    private let picture = UIImageView(frame: .zero)
    /// Keeps the picture's proportions.
    private var proportions: NSLayoutConstraint?

    /// In points. The system shows about 500 of an expanded notification without scrolling.
    private static let tallestPicture: CGFloat = 320

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
        picture.contentMode = .scaleAspectFit
        picture.isHidden = true
        picture.isAccessibilityElement = true
        picture.accessibilityLabel = Strings.current.notificationPicture
        layOut()
    }

    required init?(coder: NSCoder) { nil }

    func show(_ card: NotificationCard, picture image: UIImage?) {
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
        show(image)
    }

    private func show(_ image: UIImage?) {
        proportions?.isActive = false
        proportions = nil
        picture.image = image
        picture.isHidden = image == nil
        guard let size = image?.size, size.width > 0 else { return }
        let constraint = picture.heightAnchor.constraint(
            equalTo: picture.widthAnchor, multiplier: size.height / size.width)
        // A tall picture is made smaller instead of filling the screen.
        constraint.priority = .defaultHigh
        constraint.isActive = true
        proportions = constraint
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
        let content = UIStackView(arrangedSubviews: [row, picture])
        content.axis = .vertical
        content.spacing = 12
        content.translatesAutoresizingMaskIntoConstraints = false
        addSubview(content)
        NSLayoutConstraint.activate([
            content.topAnchor.constraint(equalTo: topAnchor, constant: 14),
            content.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 16),
            content.trailingAnchor.constraint(equalTo: trailingAnchor, constant: -16),
            content.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -14),
            picture.heightAnchor.constraint(lessThanOrEqualToConstant: Self.tallestPicture),
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

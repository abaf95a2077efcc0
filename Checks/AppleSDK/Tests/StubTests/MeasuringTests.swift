import Testing
@_spi(Testing) import UIKit

/// The stub answers as UIKit does where it decides whether a text is cut off.
@Suite("How large views want to be")
@MainActor
struct MeasuringTests {
    private func label(_ text: String, lines: Int = 0) -> UILabel {
        let label = UILabel(frame: .zero)
        (label.text, label.numberOfLines) = (text, lines)
        return label
    }

    private func pinned(_ view: UIView) -> UIView {
        let outer = UIView(frame: .zero)
        outer.addSubview(view)
        NSLayoutConstraint.activate([
            view.topAnchor.constraint(equalTo: outer.topAnchor, constant: 5),
            view.leadingAnchor.constraint(equalTo: outer.leadingAnchor, constant: 10),
            view.trailingAnchor.constraint(equalTo: outer.trailingAnchor, constant: -10),
            view.bottomAnchor.constraint(equalTo: outer.bottomAnchor, constant: -5),
        ])
        return outer
    }

    @Test("Without a required width a label of any length is one line; with one it wraps")
    func width() {
        let view = pinned(label(String(repeating: "x", count: 100)))
        let target = CGSize(width: 122, height: 0)
        let line = UIFont.preferredFont(forTextStyle: .body).lineHeight
        #expect(view.systemLayoutSizeFitting(target).height == line + 10)
        // 102 points hold ten characters.
        let size = view.systemLayoutSizeFitting(
            target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
        #expect(size == CGSize(width: 122, height: 10 * line + 10))
    }

    @Test("In a row what hugs its content keeps its width, and what is hidden takes none")
    func row() {
        let symbol = label("xx")
        symbol.setContentHuggingPriority(.required, for: .horizontal)
        let hidden = label("hidden")
        hidden.isHidden = true
        let row = UIStackView(arrangedSubviews: [symbol, label(String(repeating: "x", count: 20)), hidden])
        row.spacing = 10
        let line = UIFont.preferredFont(forTextStyle: .body).lineHeight
        // 20.4 points for the symbol, 10 between: 102 hold ten characters.
        let size = pinned(row).systemLayoutSizeFitting(
            CGSize(width: 152.5, height: 0), withHorizontalFittingPriority: .required,
            verticalFittingPriority: .fittingSizeLevel)
        #expect(size.height == 2 * line + 10)
    }

    @Test("A view keeps its proportions within a required limit")
    func proportions() {
        let view = UIView(frame: .zero)
        let ratio = view.heightAnchor.constraint(equalTo: view.widthAnchor, multiplier: 2)
        ratio.priority = .defaultHigh
        ratio.isActive = true
        view.heightAnchor.constraint(lessThanOrEqualToConstant: 300).isActive = true
        let outer = pinned(view)
        func height(_ width: CGFloat) -> CGFloat {
            outer.systemLayoutSizeFitting(
                CGSize(width: width, height: 0), withHorizontalFittingPriority: .required,
                verticalFittingPriority: .fittingSizeLevel
            ).height
        }
        #expect(height(120) == 210 && height(420) == 310)
        ratio.isActive = false
        #expect(height(420) == 10)
    }
}

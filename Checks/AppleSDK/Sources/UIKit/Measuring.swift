// Not part of Apple's API: how large views want to be, by the rules of UIKit's Auto Layout that decide whether a text is
// cut off. Each character of a font is as wide as any other, and lines break between any two of them.

/// A side or a dimension of a view.
struct AnchorPlace {
    enum Edge: Hashable { case leading, trailing, centerX, top, bottom, centerY, width, height }
    weak var view: UIView?
    let edge: Edge
}

/// The constraints that were activated on a view as their first item.
@MainActor
final class HeldConstraints {
    private var all: [NSLayoutConstraint] = []

    func add(_ constraint: NSLayoutConstraint) {
        if !all.contains(where: { $0 === constraint }) { all.append(constraint) }
    }

    /// A required one is applied last, so that it wins.
    var active: [NSLayoutConstraint] {
        all.filter(\.isActive).sorted { $0.priority.rawValue < $1.priority.rawValue }
    }
}

extension UIView {
    /// The size that fits the view's own constraints. A given width is used as it is.
    func measured(width: CGFloat?) -> CGSize {
        guard !isHidden else { return .zero }
        var size = wanted(width: width)
        if let width { size.width = width }
        for constraint in constraintsUnderTest.active {
            guard let edge = constraint.first?.edge, edge == .width || edge == .height else { continue }
            let own = edge == .width ? size.width : size.height
            let limit: CGFloat
            if let other = constraint.second {
                guard other.view === self else { continue }
                limit = (other.edge == .width ? size.width : size.height) * constraint.multiplier + constraint.constant
            } else {
                limit = constraint.constant
            }
            let value = constraint.isLimit ? min(own, limit) : limit
            if edge == .width { size.width = value } else { size.height = value }
        }
        return size
    }

    /// The size of a view whose subviews are pinned to its edges.
    func pinnedSize(width: CGFloat?) -> CGSize {
        var size = CGSize.zero
        for child in subviews where !child.isHidden {
            func inset(_ edge: AnchorPlace.Edge) -> CGFloat {
                child.constraintsUnderTest.active.first { $0.first?.edge == edge && $0.second?.view === self }?.constant
                    ?? 0
            }
            let across = inset(.leading) - inset(.trailing)
            let along = inset(.top) - inset(.bottom)
            let inner = child.measured(width: width.map { $0 - across })
            size.width = max(size.width, inner.width + across)
            size.height = max(size.height, inner.height + along)
        }
        return size
    }
}

extension UILabel {
    func textSize(width: CGFloat?) -> CGSize {
        guard let text, !text.isEmpty else { return .zero }
        let character = font.pointSize * 0.6
        let room = width.map { max(1, Int($0 / character)) } ?? .max
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.count)
        var count = lines.reduce(0) { $0 + max(1, ($1 - 1) / room + 1) }
        if numberOfLines > 0 { count = min(count, numberOfLines) }
        return CGSize(
            width: CGFloat(min(lines.max() ?? 0, room)) * character, height: CGFloat(count) * font.lineHeight)
    }
}

extension UIStackView {
    func stackedSize(width: CGFloat?) -> CGSize {
        let views = arrangedSubviews.filter { !$0.isHidden }
        let gaps = spacing * CGFloat(max(0, views.count - 1))
        guard axis == .horizontal else {
            let sizes = views.map { $0.measured(width: width) }
            return CGSize(
                width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).reduce(gaps, +))
        }
        // What hugs its content keeps its width; the others share what is left.
        let hugging = views.filter { $0.contentHuggingPriority(for: .horizontal) == .required }
        let kept = hugging.map { $0.measured(width: nil).width }.reduce(gaps, +)
        let share = width.map { max(0, $0 - kept) / CGFloat(max(1, views.count - hugging.count)) }
        let sizes = views.map { view in
            view.measured(width: hugging.contains { $0 === view } ? nil : share)
        }
        return CGSize(width: sizes.map(\.width).reduce(gaps, +), height: sizes.map(\.height).max() ?? 0)
    }
}

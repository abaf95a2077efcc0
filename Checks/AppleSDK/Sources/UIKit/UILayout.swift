// developer.apple.com/documentation/uikit/nslayoutconstraint, …/nslayoutanchor, …/nsdirectionaledgeinsets
// Not part of Apple's API: sizes by those rules of Auto Layout that decide whether a text is truncated. All characters
// of a font have one width, and lines break between any two.

@MainActor open class NSLayoutConstraint: NSObject {
    public enum Axis: Int, Sendable { case horizontal = 0, vertical }
    open var isActive = false {
        didSet { if isActive { first?.view?.constraintsUnderTest.add(self) } }
    }
    open var constant: CGFloat = 0
    open var priority: UILayoutPriority = .required
    open var multiplier: CGFloat { factor }
    open class func activate(_ constraints: [NSLayoutConstraint]) { for one in constraints { one.isActive = true } }
    open class func deactivate(_ constraints: [NSLayoutConstraint]) { for one in constraints { one.isActive = false } }

    let first: AnchorPlace?
    let second: AnchorPlace?
    let isLimit: Bool
    private let factor: CGFloat

    init(
        _ first: AnchorPlace?, _ second: AnchorPlace? = nil, multiplier: CGFloat = 1, constant: CGFloat = 0,
        isLimit: Bool = false
    ) {
        (self.first, self.second, self.isLimit, factor) = (first, second, isLimit, multiplier)
        self.constant = constant
        super.init()
    }
}

public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public let rawValue: Float
    public init(rawValue: Float) { self.rawValue = rawValue }
    public init(_ rawValue: Float) { self.rawValue = rawValue }
    public static let required = Self(1000)
    public static let defaultHigh = Self(750)
    public static let defaultLow = Self(250)
    public static let fittingSizeLevel = Self(50)
}

@MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    /// `nil` for a guide, which is not measured.
    let place: AnchorPlace?
    nonisolated override init() {
        place = nil
        super.init()
    }
    init(_ view: UIView, _ edge: AnchorPlace.Edge) {
        place = AnchorPlace(view: view, edge: edge)
        super.init()
    }
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(place, anchor.place)
    }
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(place, anchor.place, constant: c)
    }
    open func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(place, anchor.place, isLimit: true)
    }
    open func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(place, anchor.place, isLimit: true)
    }
    open func constraint(
        lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat
    ) -> NSLayoutConstraint { NSLayoutConstraint(place, anchor.place, constant: c, isLimit: true) }
}

@MainActor open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}
@MainActor open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}
@MainActor open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    open func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(place, constant: c)
    }
    open func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(place, constant: c, isLimit: true)
    }
    open func constraint(equalTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(place, anchor.place, multiplier: m)
    }
}

@MainActor open class UILayoutGuide: NSObject {
    nonisolated override init() { super.init() }
    open var leadingAnchor: NSLayoutXAxisAnchor { .init() }
    open var trailingAnchor: NSLayoutXAxisAnchor { .init() }
    open var topAnchor: NSLayoutYAxisAnchor { .init() }
    open var bottomAnchor: NSLayoutYAxisAnchor { .init() }
    open var widthAnchor: NSLayoutDimension { .init() }
    open var heightAnchor: NSLayoutDimension { .init() }
}

public struct NSDirectionalEdgeInsets: Hashable, Sendable {
    public var top, leading, bottom, trailing: CGFloat
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
    public static let zero = Self(top: 0, leading: 0, bottom: 0, trailing: 0)
}

public enum NSTextAlignment: Int, Sendable { case left = 0, center, right, justified, natural }
public enum NSLineBreakMode: Int, Sendable {
    case byWordWrapping = 0, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}

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

    /// A required constraint is applied last, and wins.
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
        // A view that hugs its content keeps its width; the others share the rest.
        let hugging = views.filter { $0.contentHuggingPriority(for: .horizontal) == .required }
        let kept = hugging.map { $0.measured(width: nil).width }.reduce(gaps, +)
        let share = width.map { max(0, $0 - kept) / CGFloat(max(1, views.count - hugging.count)) }
        let sizes = views.map { view in
            view.measured(width: hugging.contains { $0 === view } ? nil : share)
        }
        return CGSize(width: sizes.map(\.width).reduce(gaps, +), height: sizes.map(\.height).max() ?? 0)
    }
}

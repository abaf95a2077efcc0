// developer.apple.com/documentation/uikit/nslayoutconstraint, …/nslayoutanchor, …/nsdirectionaledgeinsets

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
    /// `nil` for a guide's, which nothing here measures.
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

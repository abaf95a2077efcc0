// developer.apple.com/documentation/uikit/uiview, …/uilabel, …/uiimageview, …/uistackview, …/nslayoutconstraint:
// what a notification's content extension needs. Views hold what they are given and draw nothing.

@MainActor open class UIView: UIResponder {
    public enum ContentMode: Int, Sendable { case scaleToFill = 0, scaleAspectFit, scaleAspectFill, center = 4 }

    public override convenience init() { self.init(frame: .zero) }
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }
    public required init?(coder: NSCoder) { nil }

    open var frame: CGRect
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
    open var backgroundColor: UIColor?
    open var tintColor: UIColor! = .tintColor
    open var isHidden = false
    open var alpha: CGFloat = 1
    open var clipsToBounds = false
    open var contentMode: ContentMode = .scaleToFill
    open var translatesAutoresizingMaskIntoConstraints = true
    open var directionalLayoutMargins = NSDirectionalEdgeInsets.zero
    private var children: [UIView] = []
    private weak var parent: UIView?

    open var subviews: [UIView] { children }
    open var superview: UIView? { parent }
    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        children.append(view)
        view.parent = self
    }
    open func removeFromSuperview() {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }
    open func setNeedsLayout() {}
    open func layoutIfNeeded() {}
    open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {}
    open func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {}
    open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize { targetSize }

    open var leadingAnchor: NSLayoutXAxisAnchor { .init() }
    open var trailingAnchor: NSLayoutXAxisAnchor { .init() }
    open var centerXAnchor: NSLayoutXAxisAnchor { .init() }
    open var topAnchor: NSLayoutYAxisAnchor { .init() }
    open var bottomAnchor: NSLayoutYAxisAnchor { .init() }
    open var centerYAnchor: NSLayoutYAxisAnchor { .init() }
    open var widthAnchor: NSLayoutDimension { .init() }
    open var heightAnchor: NSLayoutDimension { .init() }
    open var layoutMarginsGuide: UILayoutGuide { .init() }
    open var safeAreaLayoutGuide: UILayoutGuide { .init() }

    // UIAccessibility
    open var isAccessibilityElement = false
    open var accessibilityLabel: String?
    open var accessibilityValue: String?
    open var accessibilityHint: String?
    open var accessibilityIdentifier: String?
    open var accessibilityTraits: UIAccessibilityTraits = .none
    open var accessibilityElements: [Any]?
}

@MainActor open class UIWindow: UIView {
    open var rootViewController: UIViewController?
    open func makeKeyAndVisible() {}
}

@MainActor open class UILabel: UIView {
    open var text: String?
    open var attributedText: NSAttributedString?
    open var font: UIFont! = .preferredFont(forTextStyle: .body)
    open var textColor: UIColor! = .label
    open var textAlignment: NSTextAlignment = .natural
    open var lineBreakMode: NSLineBreakMode = .byTruncatingTail
    open var numberOfLines = 1
    open var adjustsFontForContentSizeCategory = false
}

@MainActor open class UIImageView: UIView {
    public convenience init(image: UIImage?) {
        self.init(frame: .zero)
        self.image = image
    }
    open var image: UIImage?
    open var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
}

@MainActor open class UIStackView: UIView {
    public enum Distribution: Int, Sendable {
        case fill = 0, fillEqually, fillProportionally, equalSpacing, equalCentering
    }
    public enum Alignment: Int, Sendable { case fill = 0, leading, firstBaseline, center, trailing, lastBaseline }

    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    private var arranged: [UIView] = []
    open var arrangedSubviews: [UIView] { arranged }
    open func addArrangedSubview(_ view: UIView) {
        arranged.append(view)
        addSubview(view)
    }
    open func removeArrangedSubview(_ view: UIView) { arranged.removeAll { $0 === view } }
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {}
    open var axis: NSLayoutConstraint.Axis = .horizontal
    open var distribution: Distribution = .fill
    open var alignment: Alignment = .fill
    open var spacing: CGFloat = 0
    open var isLayoutMarginsRelativeArrangement = false
}

@MainActor open class UIScrollView: UIView {
    open var contentSize: CGSize = .zero
    open var contentLayoutGuide: UILayoutGuide { .init() }
    open var frameLayoutGuide: UILayoutGuide { .init() }
}

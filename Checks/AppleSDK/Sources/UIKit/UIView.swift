// developer.apple.com/documentation/uikit/uiview, …/uilabel, …/uiimageview, …/uistackview, …/nslayoutconstraint:
// a notification's content extension. Views store their values and draw nothing; UILayout.swift computes their sizes.
// developer.apple.com/documentation/uikit/uiviewcontroller

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
    open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        hugging[axis] = priority
    }
    open func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        hugging[axis] ?? .defaultLow
    }
    private var hugging: [NSLayoutConstraint.Axis: UILayoutPriority] = [:]
    open func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {}
    /// Without a required width a label of any length is one line.
    open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
        systemLayoutSizeFitting(
            targetSize, withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .fittingSizeLevel)
    }
    open func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize {
        let width = horizontalFittingPriority == .required ? targetSize.width : nil
        let size = measured(width: width)
        return CGSize(
            width: size.width, height: verticalFittingPriority == .required ? targetSize.height : size.height)
    }
    open func sizeThatFits(_ size: CGSize) -> CGSize { wanted(width: size.width) }
    public class var layoutFittingCompressedSize: CGSize { .zero }

    /// The intrinsic size at a width; `nil` for an unlimited width.
    func wanted(width: CGFloat?) -> CGSize { pinnedSize(width: width) }

    let constraintsUnderTest = HeldConstraints()

    open var leadingAnchor: NSLayoutXAxisAnchor { .init(self, .leading) }
    open var trailingAnchor: NSLayoutXAxisAnchor { .init(self, .trailing) }
    open var centerXAnchor: NSLayoutXAxisAnchor { .init(self, .centerX) }
    open var topAnchor: NSLayoutYAxisAnchor { .init(self, .top) }
    open var bottomAnchor: NSLayoutYAxisAnchor { .init(self, .bottom) }
    open var centerYAnchor: NSLayoutYAxisAnchor { .init(self, .centerY) }
    open var widthAnchor: NSLayoutDimension { .init(self, .width) }
    open var heightAnchor: NSLayoutDimension { .init(self, .height) }
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
    override func wanted(width: CGFloat?) -> CGSize { textSize(width: width) }
}

@MainActor open class UIImageView: UIView {
    public convenience init(image: UIImage?) {
        self.init(frame: .zero)
        self.image = image
    }
    open var image: UIImage?
    open var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
    override func wanted(width: CGFloat?) -> CGSize { image?.size ?? .zero }
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
    override func wanted(width: CGFloat?) -> CGSize { stackedSize(width: width) }
}

@MainActor open class UIScrollView: UIView {
    open var contentSize: CGSize = .zero
    open var contentLayoutGuide: UILayoutGuide { .init() }
    open var frameLayoutGuide: UILayoutGuide { .init() }
}

@MainActor open class UIViewController: UIResponder {
    public override convenience init() { self.init(nibName: nil, bundle: nil) }
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
    public required init?(coder: NSCoder) { nil }

    private var loaded: UIView?
    open var view: UIView! {
        get {
            if loaded == nil {
                loadView()
                viewDidLoad()
            }
            return loaded
        }
        set { loaded = newValue }
    }
    open func loadView() { loaded = UIView(frame: .zero) }
    open func loadViewIfNeeded() { _ = view }
    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    open func viewDidLayoutSubviews() {}
    open var isViewLoaded: Bool { loaded != nil }
    open var title: String?
    open var preferredContentSize: CGSize = .zero
    open var extensionContext: NSExtensionContext? { context }
    open var presentedViewController: UIViewController? { nil }
    open var children: [UIViewController] { contained }

    private var contained: [UIViewController] = []
    private let context: NSExtensionContext? = NSExtensionContext()
    open func addChild(_ childController: UIViewController) { contained.append(childController) }
    open func removeFromParent() {}
    open func didMove(toParent parent: UIViewController?) {}
    open func willMove(toParent parent: UIViewController?) {}
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) { completion?() }
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { completion?() }
}

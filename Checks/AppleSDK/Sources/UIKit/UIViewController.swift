// developer.apple.com/documentation/uikit/uiviewcontroller

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

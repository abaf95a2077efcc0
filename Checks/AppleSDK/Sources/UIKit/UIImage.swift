// developer.apple.com/documentation/uikit/uiimage, …/uigraphicsimagerenderer. Sendable and not isolated, as in the SDK.

open class UIImage: NSObject, @unchecked Sendable {
    // Immutable after init.
    private let points: CGSize

    open class Configuration: NSObject, @unchecked Sendable {}
    open class SymbolConfiguration: Configuration, @unchecked Sendable {
        public init(pointSize: CGFloat) {}
        public init(textStyle: UIFont.TextStyle) {}
    }

    init(points: CGSize) {
        self.points = points
        super.init()
    }

    public convenience init?(named name: String) { self.init(points: .zero) }
    public convenience init?(systemName name: String) { self.init(points: CGSize(width: 20, height: 20)) }
    public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
        self.init(systemName: name)
    }
    public convenience init?(data: Data) {
        guard !data.isEmpty else { return nil }
        self.init(points: .zero)
    }
    public convenience init?(contentsOfFile path: String) {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        self.init(points: .zero)
    }
    public convenience init(cgImage: CGImage) {
        self.init(points: CGSize(width: cgImage.width, height: cgImage.height))
    }

    open var size: CGSize { points }
    open var scale: CGFloat { 1 }
    open var cgImage: CGImage? { nil }
    open func pngData() -> Data? { nil }
    open func jpegData(compressionQuality: CGFloat) -> Data? { nil }
    open func preparingThumbnail(of size: CGSize) -> UIImage? { UIImage(points: size) }
    open func draw(in rect: CGRect) {}
}

open class UIGraphicsImageRendererFormat: NSObject {
    public enum Range: Int, Sendable { case unspecified = -1, automatic, extended, standard }
    open class func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
    public override init() { super.init() }
    open var scale: CGFloat = 1
    open var opaque = false
    open var preferredRange: Range = .automatic
}

open class UIGraphicsImageRendererContext: NSObject {
    private let context: CGContext
    init(context: CGContext) {
        self.context = context
        super.init()
    }
    open var cgContext: CGContext { context }
    open func fill(_ rect: CGRect) {}
    open func stroke(_ rect: CGRect) {}
    open func clip(to rect: CGRect) {}
}

open class UIGraphicsImageRenderer: NSObject {
    private let size: CGSize
    public init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.size = size
        super.init()
    }
    public convenience init(size: CGSize) { self.init(size: size, format: .preferred()) }
    public convenience init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        self.init(size: bounds.size, format: format)
    }

    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        run(actions)
        return UIImage(points: size)
    }
    /// Only the signature of a PNG file: the stub draws no pixels.
    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        run(actions)
        return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    }
    open func jpegData(
        withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
    ) -> Data {
        run(actions)
        return Data([0xFF, 0xD8, 0xFF])
    }

    private func run(_ actions: (UIGraphicsImageRendererContext) -> Void) {
        actions(UIGraphicsImageRendererContext(context: StubDrawing.context()))
    }
}

// developer.apple.com/documentation/coregraphics: images as values that pass through. CGFloat, CGPoint, CGSize and
// CGRect stand in Foundation on Linux.
// developer.apple.com/documentation/coregraphics/cglinecap, …/cglinejoin

@_exported import Foundation
@_exported import FoundationGaps

public final class CGImage: Sendable {
    public let width: Int
    public let height: Int

    @_spi(Testing)
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

public final class CGColor: Sendable {
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
}

public final class CGContext {
    init() {}

    @_spi(Testing)
    public static func made() -> CGContext { CGContext() }

    public func setFillColor(_ color: CGColor) {}
    public func setStrokeColor(_ color: CGColor) {}
    public func fill(_ rect: CGRect) {}
    public func stroke(_ rect: CGRect) {}
    public func clip(to rect: CGRect) {}
    public func saveGState() {}
    public func restoreGState() {}
    public func translateBy(x tx: CGFloat, y ty: CGFloat) {}
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) {}
}

public enum CGLineCap: Int32, Sendable { case butt = 0, round, square }
public enum CGLineJoin: Int32, Sendable { case miter = 0, round, bevel }

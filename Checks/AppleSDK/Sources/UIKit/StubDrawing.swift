@_spi(Testing) import CoreGraphics

enum StubDrawing {
    static func context() -> CGContext { CGContext.made() }
}

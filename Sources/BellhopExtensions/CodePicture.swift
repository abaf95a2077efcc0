#if canImport(UIKit) && !os(watchOS)
import BellhopKit
import Foundation
import UIKit

/// Draws code as a PNG of a bounded size: 12 lines of 64 characters are 640 by 320 points, and use 1.6 MB while
/// drawing.
struct CodePicture: CodePicturePort {
    init() {}

    func draw(_ preview: CodePreview, in folder: URL) async -> URL? {
        // Without a pool autoreleased objects would accumulate: an extension has 24 MB.
        let png = autoreleasepool { Self.png(of: preview) }
        let file = folder.appendingPathComponent("code-\(UUID().uuidString).png")
        do {
            try png.write(to: file)
            return file
        } catch {
            return nil
        }
    }

    private static let fontSize: CGFloat = 14
    private static let lineHeight: CGFloat = 22
    private static let margin: CGFloat = 16
    private static let width: CGFloat = 640

    private static func png(of preview: CodePreview) -> Data {
        var lines = Array(preview.lines.prefix(CodePreview.mostLines))
        if preview.linesLeftOut > 0 { lines.append("… +\(preview.linesLeftOut)") }
        let size = CGSize(width: width, height: 2 * margin + lineHeight * CGFloat(max(1, lines.count)))
        let format = UIGraphicsImageRendererFormat()
        // One pixel per point: the screen's scale of three would take nine times the memory.
        format.scale = 1
        format.opaque = true
        return UIGraphicsImageRenderer(size: size, format: format).pngData { context in
            // One color for light and dark mode: a picture does not adapt.
            UIColor(white: 0.11, alpha: 1).setFill()
            context.fill(CGRect(origin: .zero, size: size))
            for (index, line) in lines.enumerated() { draw(line, at: index) }
        }
    }

    private static func draw(_ line: String, at index: Int) {
        let text = NSAttributedString(
            string: line,
            attributes: [
                .font: UIFont.monospacedSystemFont(ofSize: fontSize, weight: .regular),
                .foregroundColor: UIColor(white: 0.92, alpha: 1),
            ])
        text.draw(
            in: CGRect(
                x: margin, y: margin + lineHeight * CGFloat(index), width: width - 2 * margin, height: lineHeight))
    }
}
#endif

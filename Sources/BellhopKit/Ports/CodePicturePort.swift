public import Foundation

/// Draws a piece of code as a picture (`UIGraphicsImageRenderer`), to be attached to a notification.
public protocol CodePicturePort: Sendable {
    /// - Parameter folder: where to leave the file, under a name of its own.
    /// - Returns: a PNG file; `nil` when it could not be drawn.
    func draw(_ preview: CodePreview, in folder: URL) async -> URL?
}

/// Code, cut to what fits on a small picture and safe to be shown.
public struct CodePreview: Codable, Hashable, Sendable {
    /// At most ``mostLines`` of at most ``longestLine`` characters each, without tabs.
    public let lines: [String]
    /// The number of lines left out.
    public let linesLeftOut: Int

    public static let mostLines = 12
    public static let longestLine = 64

    public init(lines: [String], linesLeftOut: Int = 0) {
        self.lines = lines
        self.linesLeftOut = linesLeftOut
    }
}

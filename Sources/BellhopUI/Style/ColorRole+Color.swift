#if canImport(UIKit)
import BellhopKit
import SwiftUI

extension ColorRole {
    /// The system's own, which keep their contrast in light, dark and increased contrast.
    var color: Color {
        switch self {
        case .attention: .orange
        case .question: .purple
        case .success: .green
        case .failure: .red
        case .quiet: .secondary
        case .news: .blue
        }
    }
}
#endif

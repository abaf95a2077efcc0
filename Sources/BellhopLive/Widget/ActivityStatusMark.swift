#if canImport(ActivityKit) && canImport(UIKit)
import SwiftUI

/// How the session stands, as a symbol with a shape of its own: the colour only says it again.
struct ActivityStatusMark: View {
    let content: ActivityPresentation

    var body: some View {
        Image(systemName: content.symbol)
            .foregroundStyle(content.tone.color)
            .accessibilityLabel(Text(verbatim: content.status))
    }
}

extension ActivityPresentation.Tone {
    var color: Color {
        switch self {
        case .working: .blue
        case .waiting: .orange
        case .done: .green
        case .failed: .red
        case .stale: .gray
        }
    }
}
#endif

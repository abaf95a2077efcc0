#if canImport(ActivityKit) && canImport(UIKit)
import SwiftUI

/// What the session is about, and how it stands, in words.
struct ActivityHeading: View {
    let content: ActivityPresentation

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: content.title)
                .font(.headline)
                .lineLimit(1)
            Text(verbatim: [content.status, content.project].compactMap(\.self).joined(separator: " · "))
                .font(.subheadline)
                .foregroundStyle(.secondary)
                .lineLimit(1)
        }
        .accessibilityElement(children: .combine)
    }
}
#endif

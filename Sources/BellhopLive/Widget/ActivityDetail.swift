#if canImport(ActivityKit) && canImport(UIKit)
import SwiftUI

/// What the agent waits for, with its buttons; otherwise what it is doing, and how far it is.
struct ActivityDetail: View {
    let content: ActivityPresentation

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            if let ask = content.ask {
                ActivityAsk(ask: ask)
            } else if let operation = content.operation {
                Text(verbatim: operation)
                    .font(.subheadline)
                    .lineLimit(2)
            }
            if let progress = content.progress, content.ask == nil {
                ActivityProgress(progress: progress)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}
#endif

#if canImport(ActivityKit) && canImport(UIKit)
import SwiftUI

/// The activity on the lock screen.
struct LockScreenActivity: View {
    let content: ActivityPresentation

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            HStack(alignment: .firstTextBaseline) {
                ActivityStatusMark(content: content)
                ActivityHeading(content: content)
                Spacer()
                ActivityClock(clock: content.clock)
            }
            ActivityDetail(content: content)
        }
        .padding()
    }
}
#endif

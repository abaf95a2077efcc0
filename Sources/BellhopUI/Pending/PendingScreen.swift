#if canImport(UIKit)
import BellhopKit
public import SwiftUI

/// The asks that wait.
public struct PendingScreen: View {
    private let app: AppModel

    public init(in app: AppModel) { self.app = app }

    public var body: some View {
        PendingContent(rows: app.pendingRows) { app.navigator[.pending].append(.ask($0.id)) }
            .environment(\.countdownClock, app.bellhop.clock)
    }
}
#endif

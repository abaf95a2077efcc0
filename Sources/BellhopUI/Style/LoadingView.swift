#if canImport(UIKit)
import BellhopKit
import SwiftUI

/// The server is being asked.
struct LoadingView: View {
    var body: some View {
        ProgressView(Strings.current.screenLoading)
            .frame(maxWidth: .infinity, maxHeight: .infinity)
    }
}

/// The server could not be asked; trying again is up to the person.
struct UnavailableView: View {
    let retry: @MainActor () async -> Void

    var body: some View {
        ContentUnavailableView {
            Label(Strings.current.screenUnavailable, systemImage: "wifi.slash")
        } description: {
            Text(verbatim: Strings.current.screenUnavailableWhy)
        } actions: {
            AsyncButton(action: retry) {
                Text(verbatim: Strings.current.screenTryAgain)
                    .frame(minWidth: 44, minHeight: 44)
            }
        }
    }
}
#endif

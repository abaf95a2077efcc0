#if canImport(UIKit)
import BellhopKit
import SwiftUI

/// The progress of a request to the server.
struct LoadingView: View {
    var body: some View {
        ProgressView(Strings.current.screenLoading)
            .frame(maxWidth: .infinity, maxHeight: .infinity)
    }
}

/// Shown when the server was unreachable, with a button that repeats the request.
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

/// The content for a loaded value; until then the progress, the failure or the absence of the value.
struct LoadedView<Value: Hashable & Sendable, Content: View>: View {
    let phase: LoadingPhase<Value>
    /// The title and the explanation when there is no such value.
    let missing: (title: String, why: String)
    let load: @MainActor () async -> Void
    @ViewBuilder let content: (Value) -> Content

    var body: some View {
        switch phase {
        case .loading: LoadingView()
        case .unavailable: UnavailableView(retry: load)
        case .notFound:
            ContentUnavailableView(
                missing.title, systemImage: "questionmark.folder", description: Text(verbatim: missing.why))
        case .found(let value): content(value).refreshable { await load() }
        }
    }
}

/// A message about something that could not be done.
struct ProblemLabel: View {
    private let text: String

    init(_ text: String) { self.text = text }

    var body: some View { Label(text, systemImage: "exclamationmark.triangle.fill") }
}

extension View {
    /// Covers a list while it is empty: with the progress, the failure, or `title` and `why`.
    func overlayWhenEmpty(
        _ isEmpty: Bool, _ loading: Loading, _ title: String, systemImage: String, why: String,
        load: @escaping @MainActor () async -> Void
    ) -> some View {
        overlay {
            if isEmpty {
                switch loading {
                case .loading: LoadingView()
                case .unavailable: UnavailableView(retry: load)
                case .loaded:
                    ContentUnavailableView(
                        title, systemImage: systemImage, description: Text(verbatim: why))
                }
            }
        }
    }
}
#endif

import SwiftUI

/// Stands in for the app when it was built without what it needs, such as its app group.
struct Misconfiguration: View {
    let error: any Error

    var body: some View {
        ContentUnavailableView(
            "Bellhop cannot start", systemImage: "exclamationmark.triangle",
            description: Text(String(describing: error)))
    }
}

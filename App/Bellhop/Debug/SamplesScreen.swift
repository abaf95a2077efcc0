#if DEBUG
import SwiftUI

/// A list of the sample payloads, to try on this device.
struct SamplesScreen: View {
    let sender: SampleSender

    @State private var failure: String?

    var body: some View {
        List {
            Section {
                ForEach(SamplePayload.all) { sample in
                    Button(sample.name) {
                        // Unstructured: continues when the screen closes.
                        Task { await send(sample) }
                    }
                }
            } footer: {
                Text("Shown after five seconds. The service extension runs for real pushes only.")
            }
            if let failure { Label(failure, systemImage: "exclamationmark.triangle.fill") }
        }
        .navigationTitle("Sample Notifications")
    }

    private func send(_ sample: SamplePayload) async {
        do {
            try await sender.send(sample)
            failure = nil
        } catch {
            failure = "\(sample.name): \(error)"
        }
    }
}
#endif

#if canImport(UIKit)
import BellhopKit
import BellhopModel
public import SwiftUI

/// Shows the reasons for missing notifications and missing buttons.
public struct DiagnosticsScreen: View {
    @State private var model: DiagnosticsModel

    /// - Parameters: as in ``DiagnosticsModel/init(in:about:delegateOwner:)``.
    public init(in app: AppModel, about: String, delegateOwner: @escaping @MainActor () -> String?) {
        _model = State(initialValue: DiagnosticsModel(in: app, about: about, delegateOwner: delegateOwner))
    }

    public var body: some View {
        DiagnosticsContent(lines: model.lines, devices: model.devices, text: model.text, load: model.load)
            .task { await model.load() }
    }
}

struct DiagnosticsContent: View {
    let lines: [DiagnosticLine]
    let devices: [DeviceSummary]
    let text: String
    let load: @MainActor () async -> Void

    var body: some View {
        List {
            Section {
                ForEach(lines) { DiagnosticLineView(line: $0) }
            }
            if !devices.isEmpty {
                Section(Strings.current.diagnosticsDevices) {
                    ForEach(devices) { device in
                        LabeledContent(
                            DisplayText.line(device.name, characters: 60), value: device.platform.rawValue)
                    }
                }
            }
            ShareLink(item: text) { Label(Strings.current.diagnosticsExport, systemImage: "square.and.arrow.up") }
                .frame(minHeight: 44)
        }
        .refreshable { await load() }
        .navigationTitle(Text(verbatim: Strings.current.diagnosticsTitle))
    }
}

struct DiagnosticLineView: View {
    let line: DiagnosticLine

    var body: some View {
        Label {
            VStack(alignment: .leading, spacing: 2) {
                Text(verbatim: line.name).font(.headline)
                Text(verbatim: line.value)
                    .font(.subheadline)
                    .textSelection(.enabled)
            }
        } icon: {
            Image(systemName: line.isGood ? "checkmark.circle" : "exclamationmark.triangle.fill")
                .foregroundStyle(line.isGood ? Color.green : Color.orange)
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text(verbatim: "\(line.name), \(line.value)"))
        .accessibilityValue(
            Text(verbatim: line.isGood ? Strings.current.diagnosticsGood : Strings.current.diagnosticsBad))
    }
}
#endif

#if canImport(UIKit)
import BellhopKit
import SwiftUI
import UIKit

struct PairingContent: View {
    let step: PairingModel.Step
    let problem: PairingProblem?
    let registration: RegistrationState
    let canReview: Bool
    @Binding var address: String
    @Binding var code: String
    @Binding var name: String
    let review: @MainActor () -> Void
    let confirm: @MainActor () async -> Void
    let cancel: @MainActor () -> Void
    let leave: @MainActor () async -> Void

    var body: some View {
        Form {
            switch step {
            case .entry: entry
            case .confirm(let link):
                PairingQuestion(address: link.address, name: $name, confirm: confirm, cancel: cancel)
            case .waiting:
                Section {
                    ProgressView(Strings.current.pairingWaiting)
                    Text(verbatim: registration.text()).foregroundStyle(.secondary)
                    Button(Strings.current.screenCancel, role: .cancel, action: cancel)
                        .frame(minHeight: 44)
                }
            case .confirmation(let fingerprint):
                Section {
                    ProgressView(Strings.current.pairingWaiting)
                    Text(verbatim: registration.text()).foregroundStyle(.secondary)
                    Text(verbatim: fingerprint).font(.title2.monospaced()).textSelection(.enabled)
                } footer: {
                    Text(verbatim: Strings.current.pairingCompare)
                }
            case .paired:
                Section {
                    Label(Strings.current.pairingDone, systemImage: "checkmark.circle.fill")
                }
            }
            if canLeave { LeaveSection(leave: leave) }
        }
        .navigationTitle(Text(verbatim: Strings.current.pairingTitle))
    }

    private var canLeave: Bool {
        switch registration {
        case .registered, .waitingForTrust: true
        default: false
        }
    }

    @ViewBuilder private var entry: some View {
        Section {
            TextField(Strings.current.pairingAddress, text: $address)
                .keyboardType(.URL)
                .textContentType(.URL)
                .textInputAutocapitalization(.never)
                .autocorrectionDisabled()
            TextField(Strings.current.pairingCode, text: $code)
                .textInputAutocapitalization(.characters)
                .autocorrectionDisabled()
                .privacySensitive()
            Button(Strings.current.pairingNext, action: review)
                .frame(minHeight: 44)
                .disabled(!canReview)
        } header: {
            Text(verbatim: registration.text())
        } footer: {
            Text(verbatim: Strings.current.pairingHow)
        }
        if let problem {
            Label(problem.text(), systemImage: "exclamationmark.triangle.fill")
        }
    }
}

/// Shows the host before anything is sent there.
struct PairingQuestion: View {
    let address: PairingAddress
    @Binding var name: String
    let confirm: @MainActor () async -> Void
    let cancel: @MainActor () -> Void

    var body: some View {
        Section {
            TextField(Strings.current.pairingName, text: $name)
                .textInputAutocapitalization(.words)
        } header: {
            Text(verbatim: Strings.current.pairingName)
        } footer: {
            Text(verbatim: Strings.current.pairingNameWhy)
        }
        Section {
            Text(verbatim: Strings.current.pairingConfirm(host: address.authority))
                .font(.headline)
                .accessibilityAddTraits(.isHeader)
            if !address.isEncrypted {
                Label(Strings.current.pairingUnencrypted, systemImage: "lock.open")
            }
            AsyncButton(action: confirm) {
                Text(verbatim: Strings.current.pairingPair).frame(minHeight: 44)
            }
            Button(Strings.current.screenCancel, role: .cancel, action: cancel)
                .frame(minHeight: 44)
        } footer: {
            Text(verbatim: Strings.current.pairingConfirmWhy)
        }
    }
}

struct LeaveSection: View {
    let leave: @MainActor () async -> Void

    @State private var isAsking = false

    var body: some View {
        Section {
            Button(Strings.current.pairingLeave, role: .destructive) { isAsking = true }
                .frame(minHeight: 44)
        } footer: {
            Text(verbatim: Strings.current.pairingLeaveWhy)
        }
        .confirmationDialog(Strings.current.pairingLeaveWhy, isPresented: $isAsking, titleVisibility: .visible) {
            AsyncButton(role: .destructive, action: leave) { Text(verbatim: Strings.current.pairingLeave) }
            Button(Strings.current.screenCancel, role: .cancel) {}
        }
    }
}
#endif

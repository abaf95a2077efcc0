#if canImport(UIKit)
import BellhopKit
public import SwiftUI
import UIKit

/// Pairs the device with a server. The app owns the model: a link may be opened at any time.
public struct PairingScreen: View {
    @Bindable private var model: PairingModel

    public init(_ model: PairingModel) { _model = Bindable(model) }

    public var body: some View {
        PairingContent(
            step: model.step, problem: model.problem, registration: model.registration, canReview: model.canReview,
            address: $model.address, code: $model.code, name: $model.name, review: model.review, confirm: model.confirm,
            cancel: model.cancel, leave: model.leave)
    }
}

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
                    ProgressView(Words.current.pairingWaiting)
                    Text(verbatim: registration.text()).foregroundStyle(.secondary)
                    Button(Words.current.screenCancel, role: .cancel, action: cancel)
                        .frame(minHeight: 44)
                }
            case .confirmation(let fingerprint):
                Section {
                    ProgressView(Words.current.pairingWaiting)
                    Text(verbatim: registration.text()).foregroundStyle(.secondary)
                    Text(verbatim: fingerprint).font(.title2.monospaced()).textSelection(.enabled)
                } footer: {
                    Text(verbatim: Words.current.pairingCompare)
                }
            case .paired:
                Section {
                    Label(Words.current.pairingDone, systemImage: "checkmark.circle.fill")
                }
            }
            if canLeave { SignOutSection(leave: leave) }
        }
        .navigationTitle(Text(verbatim: Words.current.pairingTitle))
    }

    private var canLeave: Bool {
        switch registration {
        case .registered, .waitingForTrust: true
        default: false
        }
    }

    @ViewBuilder private var entry: some View {
        Section {
            TextField(Words.current.pairingAddress, text: $address)
                .keyboardType(.URL)
                .textContentType(.URL)
                .textInputAutocapitalization(.never)
                .autocorrectionDisabled()
            TextField(Words.current.pairingCode, text: $code)
                .textInputAutocapitalization(.characters)
                .autocorrectionDisabled()
                .privacySensitive()
            Button(Words.current.pairingNext, action: review)
                .frame(minHeight: 44)
                .disabled(!canReview)
        } header: {
            Text(verbatim: registration.text())
        } footer: {
            Text(verbatim: Words.current.pairingHow)
        }
        if let problem {
            ProblemLabel(problem.text())
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
            TextField(Words.current.pairingName, text: $name)
                .textInputAutocapitalization(.words)
        } header: {
            Text(verbatim: Words.current.pairingName)
        } footer: {
            Text(verbatim: Words.current.pairingNameWhy)
        }
        Section {
            Text(verbatim: Words.current.pairingConfirm(host: address.authority))
                .font(.headline)
                .accessibilityAddTraits(.isHeader)
            if !address.isEncrypted {
                Label(Words.current.pairingUnencrypted, systemImage: "lock.open")
            }
            AsyncButton(action: confirm) {
                Text(verbatim: Words.current.pairingPair).frame(minHeight: 44)
            }
            Button(Words.current.screenCancel, role: .cancel, action: cancel)
                .frame(minHeight: 44)
        } footer: {
            Text(verbatim: Words.current.pairingConfirmWhy)
        }
    }
}

struct SignOutSection: View {
    let leave: @MainActor () async -> Void

    @State private var isAsking = false

    var body: some View {
        Section {
            Button(Words.current.pairingLeave, role: .destructive) { isAsking = true }
                .frame(minHeight: 44)
        } footer: {
            Text(verbatim: Words.current.pairingLeaveWhy)
        }
        .confirmationDialog(Words.current.pairingLeaveWhy, isPresented: $isAsking, titleVisibility: .visible) {
            AsyncButton(role: .destructive, action: leave) { Text(verbatim: Words.current.pairingLeave) }
            Button(Words.current.screenCancel, role: .cancel) {}
        }
    }
}
#endif

#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
import BellhopSystem
import Foundation
import LocalAuthentication
import UIKit

extension BellhopPorts {
    /// The system's own, for an app. Nothing is asked of anybody, and nothing is sent, by making them.
    ///
    /// - Parameters:
    ///   - address: where the server is; set it when the device is paired.
    ///   - appGroup: which the app shares with its extensions, such as `group.com.example.app`.
    ///   - keychainGroup: with the team's prefix; `nil` when no extension needs the device's key.
    ///   - uploads: by which an answer leaves when the app was stopped; the same are given to ``BellhopApplication``.
    /// - Throws: ``AppGroupMissing`` when the entitlements do not list the group; `CocoaError` when its folder cannot be
    ///   made.
    public static func system(
        server address: ServerLocation, appGroup: String, keychainGroup: String? = nil,
        uploads: BackgroundUploads? = nil
    ) throws -> BellhopPorts {
        let vault = KeychainVault(group: keychainGroup)
        return BellhopPorts(
            center: SystemNotificationCenter(),
            transport: LastingTransport(URLSessionTransport(to: address), to: address, uploads: uploads),
            events: WebSocketEvents(from: address), deviceKey: SecureEnclaveKey(vault: vault),
            digesting: AppleDigesting(), journal: try AppGroupStorage.journal(in: appGroup), vault: vault,
            haptics: SystemHaptics(), reachability: PathReachability(), confirmOwner: Self.confirmOwner,
            receivePushes: { await Self.receivePushes($0) })
    }

    /// With Face ID, Touch ID or the passcode (LocalAuthentication, `deviceOwnerAuthentication`).
    @Sendable
    private static func confirmOwner(_ reason: String) async -> Bool {
        (try? await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: reason)) ?? false
    }

    @MainActor private static func receivePushes(_ isOn: Bool) {
        if isOn {
            UIApplication.shared.registerForRemoteNotifications()
        } else {
            UIApplication.shared.unregisterForRemoteNotifications()
        }
    }

    /// What became of the app since it last ran here. After ``Installation/restored`` the device has to be paired again.
    ///
    /// - Throws: when the Keychain or the journal cannot be read now, such as before the first unlock.
    public func installation() async throws -> Installation {
        try await InstallationMark(journal: journal, vault: vault, randomness: randomness).check()
    }
}
#endif

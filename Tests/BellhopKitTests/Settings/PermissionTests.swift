import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Permission for notifications")
struct PermissionTests {
    @Test("Only requestAuthorization asks for permission, not a launch, the foreground or a pairing code")
    func neverAtLaunch() async throws {
        let phone = try await TestPhone.paired()
        await phone.running { await phone.bellhop.becameActive() }
        await phone.bellhop.permissionPrimed()
        #expect(await phone.center.asked.isEmpty)
        #expect(await phone.bellhop.permission() == .prime)
        await phone.bellhop.requestAuthorization()
        #expect(await phone.center.asked == [.standard])
        #expect(await phone.bellhop.permission() == .authorized)
    }

    @Test("Not Now postpones the question for 3 days, then for 6, over restarts too")
    func putOff() async throws {
        var phone = try await TestPhone.paired()
        for days in [3, 6, 12, 24, 48, 48] as [Int64] {
            await phone.bellhop.permissionPutOff()
            phone = phone.restarted()
            let until = phone.clock.now + .seconds(days * 86_400)
            #expect(await phone.bellhop.permission() == .wait(until: until))
            phone.clock.advance(by: .seconds(days * 86_400))
            #expect(await phone.bellhop.permission() == .prime)
        }
    }

    @Test("Setting the clock back does not postpone the question for years")
    func clockSetBack() async throws {
        let phone = try await TestPhone.paired()
        await phone.bellhop.permissionPutOff()
        phone.clock.set(by: .seconds(-400 * 86_400))
        #expect(await phone.bellhop.permission() == .prime)
    }

    @Test(
        "Every state has its step",
        arguments: [
            (.notDetermined, .prime), (.denied, .openSettings), (.provisional, .upgrade), (.authorized, .authorized),
            (.ephemeral, .authorized),
        ] as [(AuthorizationState, PermissionStep)])
    func steps(state: AuthorizationState, step: PermissionStep) async throws {
        let phone = try await TestPhone.paired()
        await phone.center.setState(state)
        #expect(await phone.bellhop.permission() == step)
    }

    @Test("Provisional authorization shows no dialog, and can be upgraded later")
    func provisional() async throws {
        let phone = try await TestPhone.paired()
        #expect(await phone.bellhop.requestAuthorization([.alert, .provisional]) == .provisional)
        #expect(await phone.bellhop.permission() == .upgrade)
        await phone.center.setReply(.denied)
        #expect(await phone.bellhop.requestAuthorization() == .denied)
        #expect(await phone.bellhop.permission() == .openSettings)
    }

    @Test("The newer of two overlapping reads of the permission counts", arguments: [true, false])
    func overlapping(isAsked: Bool) async throws {
        let phone = try await TestPhone.paired()
        let gate = Gate()
        await phone.center.hold(nextLook: gate)
        let older = Task { await phone.bellhop.permissions.publish() }
        await gate.arrived()
        if isAsked {
            await phone.bellhop.requestAuthorization()
        } else {
            await phone.center.setState(.authorized)
            await phone.bellhop.permissions.publish()
        }
        gate.open()
        await older.value
        var told: [BellhopUpdate] = []
        for await update in await phone.bellhop.updates() {
            if case .preferences = update { break }
            told.append(update)
        }
        #expect(told.contains(.authorization(.authorized)) && told.contains(.permission(.authorized)))
    }

    @Test("A change in the system's settings is read when the app becomes active")
    func foreground() async throws {
        let phone = try await TestPhone.paired()
        await phone.center.setState(.denied)
        await phone.bellhop.becameActive()
        await phone.center.setState(.authorized)
        await phone.bellhop.enteredBackground()
        await phone.bellhop.becameActive()
        var steps: [PermissionStep] = []
        for await update in await phone.bellhop.updates() {
            if case .permission(let step) = update { steps.append(step) }
            if case .preferences = update { break }
        }
        #expect(steps == [.authorized])
    }
}

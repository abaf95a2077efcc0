import Testing

@testable import BellhopIOS

@Suite("The app's start") @MainActor
struct LaunchTests {
    private struct Locked: Error {}

    /// What the device is like, and what began.
    @MainActor
    private final class Device {
        var isLocked = true
        var begun: [String] = []

        func launch() -> Launch<String> {
            Launch {
                if self.isLocked { throw Locked() }
                return "made"
            } begin: { value, isLate in
                self.begun.append("\(value) \(isLate ? "late" : "in time")")
            }
        }
    }

    @Test("A start that failed before the first unlock is tried again, and begins once")
    func again() {
        let device = Device()
        let launch = device.launch()
        #expect(device.begun.isEmpty)
        #expect(launch.attempt() == nil && device.begun.isEmpty)
        device.isLocked = false
        #expect(launch.attempt() == "made" && launch.attempt() == "made")
        #expect(device.begun == ["made late"])
    }

    @Test("A start that succeeds at once is in time")
    func atOnce() {
        let device = Device()
        device.isLocked = false
        let launch = device.launch()
        launch.attempt()
        launch.attempt()
        #expect(device.begun == ["made in time"])
    }
}

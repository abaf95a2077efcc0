import BellhopKit
import BellhopModel

extension SimulatedPhone {
    /// Takes a Live Activity off the lock screen, as its owner does by swiping it away.
    public func dismiss(_ activity: ShownActivity) { activities?.dismiss(activity.id) }

    /// Listens to the token that starts activities, and to those of the activities that there are.
    func receiveActivityPushes() async {
        guard let activities else { return }
        await withDiscardingTaskGroup { group in
            for await address in activities.addresses {
                guard let token = DeviceToken(bytes: address) else { continue }
                group.addTask {
                    await self.receivePushes(to: token) { await self.arrive($0, at: address, activities) }
                }
            }
        }
    }

    /// An activity that a push has started gives its app time in the background, to tell its token.
    private func arrive(_ push: DeliveredPush, at address: [UInt8], _ activities: PhoneActivities) async {
        guard !airplane.isOn, activities.receive(push, to: address) else { return }
        await carryOut(system.change { $0.startApp() })
    }
}

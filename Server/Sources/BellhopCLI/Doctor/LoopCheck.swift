import BellhopAgents
import BellhopModel
import BellhopSimulators

/// The whole loop in this process: an agent's hook, a server, a simulated APNs, a phone that approves.
struct LoopCheck {
    func finding() async -> Finding {
        let subject = "round trip"
        let remedy = "Report this with what `bellhop demo` prints."
        do {
            let input = Array(DemoPayload.permissionRequest(of: .claude).utf8)
            let report = try await Demo(agent: .claude, input: input, wait: .seconds(20)) { phone, _, timeline in
                let shown = await phone.screen(within: .seconds(10)) { !$0.notifications.isEmpty }
                guard shown != nil, await phone.press(.approve) == .asksToUnlock else { return }
                timeline.note("somebody approves")
                await phone.unlock()
            }.run()
            guard report.state == .approved, let end = report.timeline.last else {
                let state = report.state?.rawValue ?? "never stored"
                return .failure(subject, "the simulated phone approved, but the ask is \(state)", do: remedy)
            }
            return .ok(
                subject, "an ask reached a simulated phone and its answer came back, all in \(Int(end.ms.rounded())) ms"
            )
        } catch {
            return .failure(subject, "it ended early: \(error)", do: remedy)
        }
    }
}

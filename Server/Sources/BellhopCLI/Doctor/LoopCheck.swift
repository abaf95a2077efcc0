import BellhopAgents
import BellhopModel
import BellhopSimulators

/// The whole loop in this process: an agent's hook, a server, a simulated APNs, a phone that approves.
struct LoopCheck {
    /// Whether the server that is named does not answer: a simulated one that works would say the opposite.
    var isServerDown = false

    func finding() async -> Finding {
        let subject = "round trip"
        if isServerDown { return .skipped(subject, "the server has to answer first") }
        let remedy = "Report this with what `bellhop demo` prints."
        do {
            let input = Array(DemoPayload.permissionRequest(of: .claude).utf8)
            let report = try await Demo(agent: .claude, input: input, wait: .seconds(20)) { phone, _, timeline in
                let shown = await phone.screen(within: .seconds(10)) { !$0.notifications.isEmpty }
                guard shown != nil, await phone.press(.approve) == .asksToUnlock else { return }
                timeline.note(.answered(.approve, on: phone.name))
                await phone.unlock()
            }.run()
            guard report.state == .approved, let end = report.timeline.last else {
                let state = report.state?.rawValue ?? "never stored"
                return .failure(subject, "the simulated phone approved, but the ask is \(state)", do: remedy)
            }
            return .ok(
                subject,
                "simulated in this process, without your server: an ask reached a phone and its answer came back in "
                    + ShortDuration.text(milliseconds: end.ms))
        } catch {
            return .failure(subject, "it ended early: \(error)", do: remedy)
        }
    }
}

extension [Finding] {
    /// Whether a server is named and cannot be asked.
    var isServerDown: Bool { contains { $0.subject == "server" && $0.verdict == .failure } }
}

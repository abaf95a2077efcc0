import BellhopModel
import BellhopSimulators

extension PhoneControl {
    static let lockScreenKeys = [
        "a approve  d deny  r reply  t open  x dismiss  u unlock/lock", "p airplane  k kill  s start  q quit",
    ]

    /// The keys that do something now.
    var help: String {
        if draft != nil { return "Enter send  Escape take back" }
        guard screen.app == .foreground else { return Self.lockScreenKeys.joined(separator: "  ") }
        let others = screen.pending.count > (opened == nil ? 0 : 1) ? ["n next"] : []
        return (answers + others + ["h home  u lock  p airplane  k kill  q quit"]).joined(separator: "  ")
    }

    /// The keys that answer what is open.
    private var answers: [String] {
        guard let opened else { return [] }
        let numbers = opened.choices > 1 ? "1-\(min(9, opened.choices))" : "1"
        let choices = opened.choices == 0 ? [] : ["\(numbers) \(opened.isApproval ? "remember" : "choose")"]
        let yes = opened.isApproval ? ["a approve"] : ["Enter send"] + (opened.takesText ? ["r reply"] : [])
        let saying = opened.takes(.message) ? ["i deny, saying why"] : []
        let stopping = opened.takes(.interrupt) ? ["s stop the agent"] : []
        return choices + yes + ["d deny"] + saying + stopping
    }
}

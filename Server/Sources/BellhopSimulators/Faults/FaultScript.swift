/// The faults that are still to strike: some for a certain device, the others for whoever comes next.
struct FaultScript<Fault: Sendable>: Sendable {
    private struct Entry: Sendable {
        var fault: Fault
        var remaining: Int
    }

    private var anyDevice: [Entry] = []
    private var byDevice: [String: [Entry]] = [:]

    mutating func add(_ fault: Fault, times: Int, token: String?) {
        guard times > 0 else { return }
        let entry = Entry(fault: fault, remaining: times)
        if let token { byDevice[token, default: []].append(entry) } else { anyDevice.append(entry) }
    }

    /// The fault that strikes a request for `token`, if any. A device's own script comes first.
    mutating func next(for token: String) -> Fault? {
        if var own = byDevice[token] {
            let fault = Self.take(&own)
            byDevice[token] = own.isEmpty ? nil : own
            return fault
        }
        return Self.take(&anyDevice)
    }

    private static func take(_ entries: inout [Entry]) -> Fault? {
        guard let fault = entries.first?.fault else { return nil }
        entries[0].remaining -= 1
        if entries[0].remaining == 0 { entries.removeFirst() }
        return fault
    }
}

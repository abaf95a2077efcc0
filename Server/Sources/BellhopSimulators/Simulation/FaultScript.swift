/// The pending faults: those of certain devices, and those of any device.
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

    /// Removes and returns the next fault of a request for `token`. Faults of a device take precedence.
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

/// True if a request was processed before a fault hid its response.
public enum FaultHandling: Sendable, Hashable {
    /// The push is not delivered.
    case skipped
    /// The push is delivered or stored; only the provider does not know.
    case processed
}

/// The response to a request, and the fault to apply.
struct ScriptedResponse<Response: Sendable, Fault: Sendable>: Sendable {
    var response: Response
    /// The scripted fault; `nil` for none.
    var fault: Fault?
}

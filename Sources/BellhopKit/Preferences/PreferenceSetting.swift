public import BellhopModel
import Foundation

/// Something that the person sets beside switches.
public enum PreferenceSetting: Hashable, Sendable {
    /// `nil` for none.
    case quietHours(QuietHours?)
    /// `nil` for none.
    case frequencyCap(FrequencyCap?)
    /// In place of a former one of the same subject.
    case mute(Mute)
    case unmute(Mute.Subject)
}

/// A value that the server would refuse.
public enum PreferenceProblem: Error, Hashable, Sendable {
    /// The quiet hours end when they begin.
    case noTime
    /// The quiet hours are on no day.
    case noDay
    /// The quiet hours are by a time zone that there is not.
    case noTimeZone
    /// The cap's limit or stretch is beyond ``APILimits``.
    case beyondLimits
    /// A thread's name that is empty, has more than 128 bytes or control characters.
    case unusableName
    /// There are ``APILimits/mutes`` already.
    case tooManyMutes
}

extension PreferenceSetting {
    /// The name of the preference; a later setting with the same name replaces an earlier one.
    var name: String {
        switch self {
        case .quietHours: "quiet hours"
        case .frequencyCap: "frequency cap"
        case .mute(let mute): "mute \(mute.subject)"
        case .unmute(let subject): "mute \(subject)"
        }
    }

    /// - Throws: why the server would refuse it.
    package func check(in preferences: NotificationPreferences) throws(PreferenceProblem) {
        switch self {
        case .quietHours(let hours?):
            if hours.start == hours.end { throw .noTime }
            if let days = hours.days, days.isEmpty { throw .noDay }
            if let name = hours.timeZone, TimeZone(identifier: name) == nil { throw .noTimeZone }
        case .frequencyCap(let cap?):
            guard APILimits.capPushes.contains(cap.limit), APILimits.capSeconds.contains(cap.seconds) else {
                throw .beyondLimits
            }
        case .mute(let mute):
            if case .thread(let name) = mute.subject {
                let isName = (1...128).contains(name.utf8.count) && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
                if !isName { throw .unusableName }
            }
            var after = preferences
            after.set(self)
            if after.mutes.count > APILimits.mutes { throw .tooManyMutes }
        case .quietHours(nil), .frequencyCap(nil), .unmute: break
        }
    }
}

extension NotificationPreferences {
    /// Sets what `setting` says, and leaves the rest.
    public mutating func set(_ setting: PreferenceSetting) {
        switch setting {
        case .quietHours(let hours): quietHours = hours
        case .frequencyCap(let cap): frequencyCap = cap
        case .mute(let mute):
            mutes.removeAll { $0.subject == mute.subject }
            mutes.append(mute)
        case .unmute(let subject): mutes.removeAll { $0.subject == subject }
        }
    }
}

extension PreferenceSetting: Codable {
    private enum CodingKeys: String, CodingKey { case quietHours, frequencyCap, mute, unmute }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch container.allKeys.first {
        case .quietHours?: self = .quietHours(try container.decode(QuietHours?.self, forKey: .quietHours))
        case .frequencyCap?: self = .frequencyCap(try container.decode(FrequencyCap?.self, forKey: .frequencyCap))
        case .mute?: self = .mute(try container.decode(Mute.self, forKey: .mute))
        case .unmute?: self = .unmute(try container.decode(Mute.self, forKey: .unmute).subject)
        case nil:
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a setting expected"))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .quietHours(let hours): try container.encode(hours, forKey: .quietHours)
        case .frequencyCap(let cap): try container.encode(cap, forKey: .frequencyCap)
        case .mute(let mute): try container.encode(mute, forKey: .mute)
        case .unmute(let subject): try container.encode(Mute(subject), forKey: .unmute)
        }
    }
}

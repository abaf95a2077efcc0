// swift-format-ignore-file
// Made by Scripts/words from Strings/Bellhop.xcstrings. Change that, not this.

extension Words {
    /// A button. Short: it stands on a lock screen.
    public var actionApprove: String {
        switch language {
        case .english: "Approve"
        case .german: "Genehmigen"
        }
    }

    /// A button.
    public var actionComplete: String {
        switch language {
        case .english: "Complete"
        case .german: "Erledigt"
        }
    }

    /// A button.
    public var actionContinueChat: String {
        switch language {
        case .english: "Continue Chat"
        case .german: "Chat fortsetzen"
        }
    }

    /// A button.
    public var actionDeny: String {
        switch language {
        case .english: "Deny"
        case .german: "Ablehnen"
        }
    }

    /// A button.
    public var actionDismiss: String {
        switch language {
        case .english: "Dismiss"
        case .german: "Schließen"
        }
    }

    /// A button.
    public var actionMarkRead: String {
        switch language {
        case .english: "Mark as Read"
        case .german: "Als gelesen markieren"
        }
    }

    /// A button.
    public var actionOpen: String {
        switch language {
        case .english: "Open"
        case .german: "Öffnen"
        }
    }

    /// A button.
    public var actionOpenApp: String {
        switch language {
        case .english: "Open App"
        case .german: "App öffnen"
        }
    }

    /// A button.
    public var actionReply: String {
        switch language {
        case .english: "Reply"
        case .german: "Antworten"
        }
    }

    /// A button.
    public var actionRetry: String {
        switch language {
        case .english: "Retry"
        case .german: "Erneut versuchen"
        }
    }

    /// A button.
    public var actionSend: String {
        switch language {
        case .english: "Send"
        case .german: "Senden"
        }
    }

    /// A button.
    public var actionSnooze: String {
        switch language {
        case .english: "Snooze"
        case .german: "Später erinnern"
        }
    }

    /// A button.
    public var actionSnooze15: String {
        switch language {
        case .english: "Snooze 15 min"
        case .german: "In 15 Min. erinnern"
        }
    }

    /// In an empty text field.
    public var actionTypeAnswer: String {
        switch language {
        case .english: "Type your answer..."
        case .german: "Antwort eingeben …"
        }
    }

    /// In an empty text field.
    public var actionTypeReply: String {
        switch language {
        case .english: "Type your reply..."
        case .german: "Antwort schreiben …"
        }
    }

    /// A button.
    public var actionView: String {
        switch language {
        case .english: "View"
        case .german: "Ansehen"
        }
    }

    /// A button.
    public var actionViewDetails: String {
        switch language {
        case .english: "View Details"
        case .german: "Details anzeigen"
        }
    }

    /// A button.
    public var actionViewResult: String {
        switch language {
        case .english: "View Result"
        case .german: "Ergebnis ansehen"
        }
    }

    /// Read out before a running clock.
    public var activityElapsed: String {
        switch language {
        case .english: "Elapsed time"
        case .german: "Verstrichene Zeit"
        }
    }

    /// The state of a session whose Live Activity is out of date.
    public var activityStale: String {
        switch language {
        case .english: "No news"
        case .german: "Keine Neuigkeiten"
        }
    }

    /// Read out before a countdown.
    public var activityTimeLeft: String {
        switch language {
        case .english: "Time left"
        case .german: "Verbleibende Zeit"
        }
    }

    /// Read out: what a button does besides.
    public var activityUnlockHint: String {
        switch language {
        case .english: "Asks to unlock the device"
        case .german: "Verlangt, das Gerät zu entsperren"
        }
    }

    public func answerAlreadyAnswered(answer: String) -> String {
        switch language {
        case .english: "This device already answered: \(answer). That answer stands."
        case .german: "Dieses Gerät hat schon geantwortet: \(answer). Diese Antwort gilt."
        }
    }

    /// What somebody answered, inside a sentence.
    public var answerApproved: String {
        switch language {
        case .english: "approved"
        case .german: "genehmigt"
        }
    }

    public var answerDenied: String {
        switch language {
        case .english: "denied"
        case .german: "abgelehnt"
        }
    }

    public func answerDeniedSaying(message: String) -> String {
        switch language {
        case .english: "denied, “\(message)”"
        case .german: "abgelehnt, „\(message)“"
        }
    }

    public var answerIncomplete: String {
        switch language {
        case .english: "Nothing was sent: the notification does not say what exactly it asks. Open the app to answer."
        case .german: "Nichts gesendet: Die Mitteilung sagt nicht genau, worum es geht. Zum Antworten die App öffnen."
        }
    }

    public var answerInputChanged: String {
        switch language {
        case .english: "Nothing was decided: the request is not the one you saw any more. Read it again, then answer."
        case .german: "Nichts entschieden: Die Anfrage ist nicht mehr die, die zu sehen war. Bitte neu lesen, dann antworten."
        }
    }

    /// Why an answer was not sent.
    public var answerInputForged: String {
        switch language {
        case .english: "Nothing was sent: what this request shows is not what its fingerprint stands for."
        case .german: "Nichts gesendet: Was diese Anfrage zeigt, passt nicht zu ihrem Fingerabdruck."
        }
    }

    public var answerKeyRevoked: String {
        switch language {
        case .english: "Nothing was sent: the server no longer knows this device. Pair it again."
        case .german: "Nichts gesendet: Der Server kennt dieses Gerät nicht mehr. Bitte neu koppeln."
        }
    }

    public var answerNotPaired: String {
        switch language {
        case .english: "Nothing was sent: this device is not paired with a server."
        case .german: "Nichts gesendet: Dieses Gerät ist mit keinem Server gekoppelt."
        }
    }

    public var answerOtherOwner: String {
        switch language {
        case .english: "Nothing was sent: this device belongs to another user now."
        case .german: "Nichts gesendet: Dieses Gerät gehört jetzt jemand anderem."
        }
    }

    public func answerQuoted(text: String) -> String {
        switch language {
        case .english: "“\(text)”"
        case .german: "„\(text)“"
        }
    }

    public var answerStorageFull: String {
        switch language {
        case .english: "Nothing was sent: the answer could not be kept. Is the device's storage full?"
        case .german: "Nichts gesendet: Die Antwort konnte nicht gespeichert werden. Ist der Speicher voll?"
        }
    }

    public var answerStorageLocked: String {
        switch language {
        case .english: "Nothing was sent: unlock the device once after its restart, then answer again."
        case .german: "Nichts gesendet: Das Gerät nach dem Neustart einmal entsperren, dann erneut antworten."
        }
    }

    public var answerUnknownAsk: String {
        switch language {
        case .english: "Nothing was sent: there is no such request."
        case .german: "Nichts gesendet: Diese Anfrage gibt es nicht."
        }
    }

    public var askDangerous: String {
        switch language {
        case .english: "Marked as dangerous"
        case .german: "Als gefährlich markiert"
        }
    }

    public var askExpired: String {
        switch language {
        case .english: "Expired"
        case .german: "Abgelaufen"
        }
    }

    /// Between the head and the tail of a long command.
    public func askLeft(count: Int) -> String {
        switch language {
        case .english: count == 1 ? "\(count) character left out" : "\(count) characters left out"
        case .german: count == 1 ? "\(count) Zeichen ausgelassen" : "\(count) Zeichen ausgelassen"
        }
    }

    /// The time is such as 4:59.
    public func askTimeLeft(time: String) -> String {
        switch language {
        case .english: "\(time) left"
        case .german: "noch \(time)"
        }
    }

    /// Shown instead of the text while previews are hidden.
    public var categoryApprovalHidden: String {
        switch language {
        case .english: "Permission required"
        case .german: "Genehmigung nötig"
        }
    }

    /// For a stack of notifications. The system fills in %%u (how many) and %%@ (from whom).
    public var categoryApprovalSummary: String {
        switch language {
        case .english: "%u approval requests for %@"
        case .german: "%u Genehmigungen für %@"
        }
    }

    public var categoryCompleteHidden: String {
        switch language {
        case .english: "Agent completed a task"
        case .german: "Ein Agent hat eine Aufgabe erledigt"
        }
    }

    public var categoryCompleteSummary: String {
        switch language {
        case .english: "%u tasks completed"
        case .german: "%u Aufgaben erledigt"
        }
    }

    public var categoryErrorHidden: String {
        switch language {
        case .english: "Agent encountered an error"
        case .german: "Bei einem Agenten ist ein Fehler aufgetreten"
        }
    }

    public var categoryErrorSummary: String {
        switch language {
        case .english: "%u errors"
        case .german: "%u Fehler"
        }
    }

    public var categoryMessageHidden: String {
        switch language {
        case .english: "New message"
        case .german: "Neue Nachricht"
        }
    }

    public var categoryMessageSummary: String {
        switch language {
        case .english: "%u messages"
        case .german: "%u Nachrichten"
        }
    }

    public var categoryNewItemHidden: String {
        switch language {
        case .english: "New item"
        case .german: "Neuer Eintrag"
        }
    }

    public var categoryNewItemSummary: String {
        switch language {
        case .english: "%u new items"
        case .german: "%u neue Einträge"
        }
    }

    public var categoryPausedHidden: String {
        switch language {
        case .english: "A task is paused"
        case .german: "Eine Aufgabe pausiert"
        }
    }

    public var categoryPausedSummary: String {
        switch language {
        case .english: "%u paused tasks"
        case .german: "%u pausierte Aufgaben"
        }
    }

    public var categoryQuestionHidden: String {
        switch language {
        case .english: "An agent has a question"
        case .german: "Ein Agent hat eine Frage"
        }
    }

    public var categoryQuestionSummary: String {
        switch language {
        case .english: "%u questions"
        case .german: "%u Fragen"
        }
    }

    public var categoryReminderHidden: String {
        switch language {
        case .english: "Reminder"
        case .german: "Erinnerung"
        }
    }

    public var categoryReminderSummary: String {
        switch language {
        case .english: "%u reminders"
        case .german: "%u Erinnerungen"
        }
    }

    public var categoryStatusHidden: String {
        switch language {
        case .english: "Session update"
        case .german: "Neues aus einer Sitzung"
        }
    }

    public var categoryStatusSummary: String {
        switch language {
        case .english: "%u session updates"
        case .german: "%u Neuigkeiten aus Sitzungen"
        }
    }

    public var categoryUpdateHidden: String {
        switch language {
        case .english: "Update"
        case .german: "Aktualisierung"
        }
    }

    public var categoryUpdateSummary: String {
        switch language {
        case .english: "%u updates"
        case .german: "%u Aktualisierungen"
        }
    }

    /// Subtitle of a request whose deadline has passed.
    public var enrichmentExpired: String {
        switch language {
        case .english: "Expired"
        case .german: "Abgelaufen"
        }
    }

    /// Subtitle of a finished task.
    public func enrichmentFilesChanged(count: Int) -> String {
        switch language {
        case .english: count == 1 ? "\(count) file changed" : "\(count) files changed"
        case .german: count == 1 ? "\(count) Datei geändert" : "\(count) Dateien geändert"
        }
    }

    /// Subtitle of a request that needs no answer any more.
    public var enrichmentOver: String {
        switch language {
        case .english: "Answered already"
        case .german: "Schon beantwortet"
        }
    }

    /// Title of a notification; the tool is a name such as Bash.
    public func enrichmentPermission(tool: String) -> String {
        switch language {
        case .english: "Permission: \(tool)"
        case .german: "Genehmigung: \(tool)"
        }
    }

    public var noticeAlreadyAnswered: String {
        switch language {
        case .english: "Already answered"
        case .german: "Schon beantwortet"
        }
    }

    public var noticeAlreadyApproved: String {
        switch language {
        case .english: "Already approved"
        case .german: "Schon genehmigt"
        }
    }

    public var noticeAlreadyBody: String {
        switch language {
        case .english: "It was answered before."
        case .german: "Es wurde vorher schon geantwortet."
        }
    }

    public var noticeAlreadyDenied: String {
        switch language {
        case .english: "Already denied"
        case .german: "Schon abgelehnt"
        }
    }

    public var noticeAlreadyExpired: String {
        switch language {
        case .english: "Already expired"
        case .german: "Schon abgelaufen"
        }
    }

    public var noticeAlreadyWithdrawn: String {
        switch language {
        case .english: "Already withdrawn"
        case .german: "Schon zurückgezogen"
        }
    }

    public func noticeAlreadyOnBody(device: String) -> String {
        switch language {
        case .english: "It was answered on \(device) before."
        case .german: "Auf \(device) wurde vorher schon geantwortet."
        }
    }

    public var noticeExpiredOfflineBody: String {
        switch language {
        case .english: "The server could not be reached in time; nothing was sent after the deadline."
        case .german: "Der Server war nicht rechtzeitig erreichbar; nach Ablauf der Frist wurde nichts gesendet."
        }
    }

    public var noticeQueuedBody: String {
        switch language {
        case .english: "It is sent when the server can be reached, if that is in time."
        case .german: "Sie wird gesendet, sobald der Server erreichbar ist, falls es dann nicht zu spät ist."
        }
    }

    /// Title of the notification about an answer that waits for the network.
    public var noticeQueuedTitle: String {
        switch language {
        case .english: "Answer queued"
        case .german: "Antwort wartet"
        }
    }

    public var noticeRefusedTitle: String {
        switch language {
        case .english: "Not answered"
        case .german: "Nicht beantwortet"
        }
    }

    public var noticeTerminalBody: String {
        switch language {
        case .english: "It was answered in the terminal."
        case .german: "Im Terminal wurde schon geantwortet."
        }
    }

    public var noticeTooLateBody: String {
        switch language {
        case .english: "The time to answer was over; nothing was decided."
        case .german: "Die Zeit zum Antworten war vorbei; nichts wurde entschieden."
        }
    }

    public var noticeTooLateTitle: String {
        switch language {
        case .english: "Too late"
        case .german: "Zu spät"
        }
    }

    public var noticeWithdrawnBody: String {
        switch language {
        case .english: "The agent withdrew its request."
        case .german: "Der Agent hat seine Anfrage zurückgezogen."
        }
    }

    public var noticeWithdrawnTitle: String {
        switch language {
        case .english: "Not needed any more"
        case .german: "Nicht mehr nötig"
        }
    }

    /// The state of a session.
    public var sessionCompleted: String {
        switch language {
        case .english: "Done"
        case .german: "Fertig"
        }
    }

    /// The state of a session.
    public var sessionFailed: String {
        switch language {
        case .english: "Failed"
        case .german: "Fehlgeschlagen"
        }
    }

    /// How far a session is.
    public func sessionProgress(done: Int, count: Int) -> String {
        switch language {
        case .english: count == 1 ? "\(done) of \(count) task" : "\(done) of \(count) tasks"
        case .german: count == 1 ? "\(done) von \(count) Aufgabe" : "\(done) von \(count) Aufgaben"
        }
    }

    /// The state of a session.
    public var sessionRunning: String {
        switch language {
        case .english: "Working"
        case .german: "Arbeitet"
        }
    }

    /// The state of a session.
    public var sessionWaiting: String {
        switch language {
        case .english: "Waiting for you"
        case .german: "Wartet auf Antwort"
        }
    }
}

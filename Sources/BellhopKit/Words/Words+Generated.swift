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

    public var actionNoticeExpiredBody: String {
        switch language {
        case .english: "The server could not be reached in time."
        case .german: "Der Server war nicht rechtzeitig zu erreichen."
        }
    }

    /// Why an action was refused: it was kept by an earlier version of the app.
    public var actionNoticeNoHandler: String {
        switch language {
        case .english: "The app does not carry this out any more."
        case .german: "Die App führt das nicht mehr aus."
        }
    }

    /// Title of a notification: what the person did with an earlier one failed. The earlier one's title stands under it.
    public var actionNoticeTitle: String {
        switch language {
        case .english: "Not done"
        case .german: "Nicht erledigt"
        }
    }

    /// The device's storage is full or locked.
    public var actionNoticeWaitingBody: String {
        switch language {
        case .english: "It could not be kept. Leave the app running until it is done."
        case .german: "Es ließ sich nicht speichern. Lass die App laufen, bis es erledigt ist."
        }
    }

    /// Title of a notification: what the person did with an earlier one is still being tried.
    public var actionNoticeWaitingTitle: String {
        switch language {
        case .english: "Not done yet"
        case .german: "Noch nicht erledigt"
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

    /// What somebody answered, inside a sentence.
    public var answerRemembered: String {
        switch language {
        case .english: "approved and remembered"
        case .german: "genehmigt und gemerkt"
        }
    }

    /// What somebody answered, inside a sentence.
    public var answerStopped: String {
        switch language {
        case .english: "denied, with the word to stop"
        case .german: "abgelehnt, mit der Anweisung anzuhalten"
        }
    }

    /// What somebody answered, inside a sentence.
    public func answerStoppedSaying(message: String) -> String {
        switch language {
        case .english: "denied, with the word to stop, “\(message)”"
        case .german: "abgelehnt, mit der Anweisung anzuhalten, „\(message)“"
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

    /// Above the agent's own words, which prove nothing.
    public var askAgentSays: String {
        switch language {
        case .english: "The agent says"
        case .german: "Der Agent sagt"
        }
    }

    /// A button.
    public var askApproveAndRemember: String {
        switch language {
        case .english: "Approve and Remember"
        case .german: "Genehmigen und merken"
        }
    }

    /// Read out: what a button does.
    public var askApproveHint: String {
        switch language {
        case .english: "The agent does exactly what is shown."
        case .german: "Der Agent tut genau, was hier steht."
        }
    }

    public var askDangerous: String {
        switch language {
        case .english: "Marked as dangerous"
        case .german: "Als gefährlich markiert"
        }
    }

    /// Read out before a request. The list is of warnings, with commas.
    public func askDangers(list: String) -> String {
        switch language {
        case .english: "Careful: \(list)"
        case .german: "Vorsicht: \(list)"
        }
    }

    /// A button.
    public var askDenyAndStop: String {
        switch language {
        case .english: "Deny and Stop"
        case .german: "Ablehnen und anhalten"
        }
    }

    /// Read out: what a button does.
    public var askDenyHint: String {
        switch language {
        case .english: "The agent may not do it."
        case .german: "Der Agent darf es nicht tun."
        }
    }

    /// A button.
    public var askDenyWithReason: String {
        switch language {
        case .english: "Deny with Reason"
        case .german: "Mit Begründung ablehnen"
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

    public var askNotFound: String {
        switch language {
        case .english: "Request not found"
        case .german: "Anfrage nicht gefunden"
        }
    }

    public var askNotFoundWhy: String {
        switch language {
        case .english: "It is gone, or it belongs to somebody else."
        case .german: "Es gibt sie nicht mehr, oder sie gehört jemand anderem."
        }
    }

    /// Above the buttons, while a part of the command has not been on the screen.
    public var askReadToApprove: String {
        switch language {
        case .english: "Read to the end to approve."
        case .german: "Zum Genehmigen bis zum Ende lesen."
        }
    }

    /// In an empty text field. It is the agent.
    public var askReason: String {
        switch language {
        case .english: "What should it do instead?"
        case .german: "Was soll er stattdessen tun?"
        }
    }

    public var askReasonWhy: String {
        switch language {
        case .english: "The agent is told this."
        case .german: "Der Agent bekommt das gesagt."
        }
    }

    /// Read out: what a button does.
    public var askRememberHint: String {
        switch language {
        case .english: "The agent does exactly what is shown, and what the rules allow from now on."
        case .german: "Der Agent tut genau, was hier steht, und ab jetzt, was die Regeln erlauben."
        }
    }

    /// A button below the command. The device's owner has to authenticate.
    public var askReveal: String {
        switch language {
        case .english: "Show Masked Values"
        case .german: "Maskierte Werte anzeigen"
        }
    }

    /// Above the buttons, when something in the command is masked that may be run.
    public var askRevealToApprove: String {
        switch language {
        case .english: "A masked value is used. Show it to approve."
        case .german: "Ein maskierter Wert wird verwendet. Zum Genehmigen anzeigen."
        }
    }

    /// Reason for Face ID, after the app's name: "Bellhop wants to …".
    public var askRevealWhy: String {
        switch language {
        case .english: "show masked values"
        case .german: "maskierte Werte anzuzeigen"
        }
    }

    /// Unfolds the rules that an agent suggests. Beside a request.
    public var askRules: String {
        switch language {
        case .english: "Allow from Now On …"
        case .german: "Ab jetzt erlauben …"
        }
    }

    /// Above the rules.
    public var askRulesWhy: String {
        switch language {
        case .english: "The agent suggests these rules. What one of them allows is not asked again."
        case .german: "Der Agent schlägt diese Regeln vor. Was eine davon erlaubt, wird nicht mehr gefragt."
        }
    }

    public var askSending: String {
        switch language {
        case .english: "Sending …"
        case .german: "Wird gesendet …"
        }
    }

    /// Under the title of a question for a reason.
    public var askStopWhy: String {
        switch language {
        case .english: "The agent is told this, and to stop instead of trying something else. Not every agent can be told so."
        case .german: "Der Agent bekommt das gesagt und soll anhalten, statt etwas anderes zu versuchen. Nicht jedem Agenten lässt sich das sagen."
        }
    }

    /// The time is such as 4:59.
    public func askTimeLeft(time: String) -> String {
        switch language {
        case .english: "\(time) left"
        case .german: "noch \(time)"
        }
    }

    public var authorizationAuthorized: String {
        switch language {
        case .english: "allowed"
        case .german: "erlaubt"
        }
    }

    public var authorizationDenied: String {
        switch language {
        case .english: "denied"
        case .german: "verweigert"
        }
    }

    public var authorizationEphemeral: String {
        switch language {
        case .english: "for a time"
        case .german: "für eine Weile"
        }
    }

    public var authorizationNotDetermined: String {
        switch language {
        case .english: "not asked yet"
        case .german: "noch nicht gefragt"
        }
    }

    public var authorizationProvisional: String {
        switch language {
        case .english: "quietly"
        case .german: "leise"
        }
    }

    /// Read out: what a tap on a card does.
    public var cardHint: String {
        switch language {
        case .english: "Opens it"
        case .german: "Öffnet es"
        }
    }

    /// The title of a card.
    public var cardNotDone: String {
        switch language {
        case .english: "Not done"
        case .german: "Nicht erledigt"
        }
    }

    public var cardNotDoneLate: String {
        switch language {
        case .english: "The server could not be reached in time."
        case .german: "Der Server war nicht rechtzeitig erreichbar."
        }
    }

    public var cardNotDoneRetry: String {
        switch language {
        case .english: "It is tried again."
        case .german: "Es wird wiederholt."
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

    /// Below a button whose work could not be done.
    public var changeUnavailable: String {
        switch language {
        case .english: "The server could not be asked. Nothing has changed."
        case .german: "Der Server war nicht erreichbar. Nichts wurde geändert."
        }
    }

    /// Shown under a reminder right after its button Complete.
    public var confirmCompleted: String {
        switch language {
        case .english: "Completed"
        case .german: "Erledigt"
        }
    }

    /// Shown under a reminder right after its button Snooze.
    public func confirmSnoozed(count: Int) -> String {
        switch language {
        case .english: count == 1 ? "Again in \(count) minute" : "Again in \(count) minutes"
        case .german: count == 1 ? "In \(count) Minute wieder" : "In \(count) Minuten wieder"
        }
    }

    /// Shown under a reminder right after This Evening was chosen.
    public var confirmSnoozedEvening: String {
        switch language {
        case .english: "Again this evening"
        case .german: "Heute Abend wieder"
        }
    }

    /// Shown under a reminder right after Tomorrow Morning was chosen.
    public var confirmSnoozedTomorrow: String {
        switch language {
        case .english: "Again tomorrow morning"
        case .german: "Morgen früh wieder"
        }
    }

    /// The time is such as 12 min.
    public func diagnosticsAgo(time: String) -> String {
        switch language {
        case .english: "\(time) ago"
        case .german: "vor \(time)"
        }
    }

    public var diagnosticsAuthorization: String {
        switch language {
        case .english: "Permission"
        case .german: "Erlaubnis"
        }
    }

    /// Read out after a finding.
    public var diagnosticsBad: String {
        switch language {
        case .english: "Needs attention"
        case .german: "Braucht Aufmerksamkeit"
        }
    }

    public var diagnosticsCategories: String {
        switch language {
        case .english: "Buttons"
        case .german: "Knöpfe"
        }
    }

    public func diagnosticsCategoriesComplete(count: Int) -> String {
        switch language {
        case .english: "\(count) categories registered"
        case .german: "\(count) Kategorien registriert"
        }
    }

    public func diagnosticsCategoriesMissing(names: String) -> String {
        switch language {
        case .english: "Without their buttons: \(names)"
        case .german: "Ohne ihre Knöpfe: \(names)"
        }
    }

    public var diagnosticsConnected: String {
        switch language {
        case .english: "connected"
        case .german: "verbunden"
        }
    }

    public var diagnosticsConnection: String {
        switch language {
        case .english: "Live connection"
        case .german: "Live-Verbindung"
        }
    }

    /// Who takes the notifications: a name of a type.
    public var diagnosticsDelegate: String {
        switch language {
        case .english: "Delegate"
        case .german: "Delegate"
        }
    }

    /// Above a list.
    public var diagnosticsDevices: String {
        switch language {
        case .english: "Your devices"
        case .german: "Deine Geräte"
        }
    }

    public var diagnosticsDisconnected: String {
        switch language {
        case .english: "not connected"
        case .german: "nicht verbunden"
        }
    }

    /// A button.
    public var diagnosticsExport: String {
        switch language {
        case .english: "Export as Text"
        case .german: "Als Text exportieren"
        }
    }

    /// Read out after a finding.
    public var diagnosticsGood: String {
        switch language {
        case .english: "In order"
        case .german: "In Ordnung"
        }
    }

    public var diagnosticsLastPush: String {
        switch language {
        case .english: "Last push while open"
        case .german: "Letzter Push in der App"
        }
    }

    public var diagnosticsNobody: String {
        switch language {
        case .english: "nobody"
        case .german: "niemand"
        }
    }

    public var diagnosticsNotYet: String {
        switch language {
        case .english: "not yet"
        case .german: "noch nicht"
        }
    }

    public var diagnosticsPendingAnswers: String {
        switch language {
        case .english: "Answers on their way"
        case .german: "Antworten unterwegs"
        }
    }

    public var diagnosticsScheduled: String {
        switch language {
        case .english: "Scheduled"
        case .german: "Geplant"
        }
    }

    /// Whether time-sensitive notifications get through.
    public var diagnosticsTimeSensitive: String {
        switch language {
        case .english: "Through a Focus"
        case .german: "Trotz Fokus"
        }
    }

    public var diagnosticsTitle: String {
        switch language {
        case .english: "Diagnostics"
        case .german: "Diagnose"
        }
    }

    public var diagnosticsToken: String {
        switch language {
        case .english: "Push token"
        case .german: "Push-Token"
        }
    }

    public var elsewhereLink: String {
        switch language {
        case .english: "The notification leads to this address:"
        case .german: "Die Mitteilung führt zu dieser Adresse:"
        }
    }

    public var elsewhereNothing: String {
        switch language {
        case .english: "There is nothing here"
        case .german: "Hier ist nichts"
        }
    }

    public var elsewhereNothingWhy: String {
        switch language {
        case .english: "The notification does not say where it belongs, or it belongs to another app."
        case .german: "Die Mitteilung sagt nicht, wohin sie gehört, oder sie gehört zu einer anderen App."
        }
    }

    /// A button.
    public func elsewhereOpen(host: String) -> String {
        switch language {
        case .english: "Open \(host)"
        case .german: "\(host) öffnen"
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

    /// A button: takes all notifications off the screen and marks them as read.
    public var historyClearAll: String {
        switch language {
        case .english: "Clear All"
        case .german: "Alle löschen"
        }
    }

    /// Asks before everything is cleared.
    public var historyClearAllWhy: String {
        switch language {
        case .english: "All notifications leave the lock screen and are marked as read. Requests that wait stay."
        case .german: "Alle Mitteilungen verschwinden vom Sperrbildschirm und gelten als gelesen. Offene Anfragen bleiben."
        }
    }

    public var historyEmpty: String {
        switch language {
        case .english: "Nothing yet"
        case .german: "Noch nichts"
        }
    }

    public var historyEmptyWhy: String {
        switch language {
        case .english: "What you are told is kept here."
        case .german: "Was dir gesagt wurde, steht hier."
        }
    }

    /// Read out.
    public var historyUnread: String {
        switch language {
        case .english: "Unread"
        case .german: "Ungelesen"
        }
    }

    /// An item that somebody completed.
    public var itemCompleted: String {
        switch language {
        case .english: "Completed"
        case .german: "Erledigt"
        }
    }

    /// Before the moment at which an item is due.
    public var itemDue: String {
        switch language {
        case .english: "Due"
        case .german: "Fällig"
        }
    }

    /// Title, when a notification led to an item that is gone.
    public var itemNotFound: String {
        switch language {
        case .english: "Item not found"
        case .german: "Eintrag nicht gefunden"
        }
    }

    /// Below item.notFound.
    public var itemNotFoundWhy: String {
        switch language {
        case .english: "It was deleted, or you no longer follow it."
        case .german: "Er wurde gelöscht, oder du folgst ihm nicht mehr."
        }
    }

    /// Heading above the times at which an item comes again.
    public var itemRemind: String {
        switch language {
        case .english: "Remind Me Again"
        case .german: "Erneut erinnern"
        }
    }

    /// Title, when a notification led to a message that is gone.
    public var messageNotFound: String {
        switch language {
        case .english: "Message not found"
        case .german: "Nachricht nicht gefunden"
        }
    }

    /// Below message.notFound.
    public var messageNotFoundWhy: String {
        switch language {
        case .english: "Messages are kept for 90 days unless your server says otherwise."
        case .german: "Nachrichten bleiben 90 Tage, wenn dein Server nichts anderes vorsieht."
        }
    }

    /// Title of a conversation's screen.
    public var messageTitle: String {
        switch language {
        case .english: "Messages"
        case .german: "Nachrichten"
        }
    }

    /// Who wrote a message: the person themselves.
    public var messageYou: String {
        switch language {
        case .english: "You"
        case .german: "Du"
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

    /// Read by VoiceOver: the picture of an expanded notification.
    public var notificationPicture: String {
        switch language {
        case .english: "Picture"
        case .german: "Bild"
        }
    }

    /// What was answered.
    public var outcomeAnswered: String {
        switch language {
        case .english: "Answered"
        case .german: "Beantwortet"
        }
    }

    /// What was answered. Stands alone and at the beginning of a sentence.
    public var outcomeApproved: String {
        switch language {
        case .english: "Approved"
        case .german: "Genehmigt"
        }
    }

    /// What was answered.
    public var outcomeDenied: String {
        switch language {
        case .english: "Denied"
        case .german: "Abgelehnt"
        }
    }

    public func outcomeElsewhere(answer: String) -> String {
        switch language {
        case .english: "\(answer) elsewhere"
        case .german: "Anderswo: \(answer)"
        }
    }

    public func outcomeElsewhereOn(answer: String, device: String) -> String {
        switch language {
        case .english: "\(answer) on \(device)"
        case .german: "\(answer) auf \(device)"
        }
    }

    public var outcomeExpiredOffline: String {
        switch language {
        case .english: "Too late: the server could not be reached in time. Nothing was decided."
        case .german: "Zu spät: Der Server war nicht rechtzeitig erreichbar. Nichts wurde entschieden."
        }
    }

    public var outcomeQueued: String {
        switch language {
        case .english: "Not sent yet: waiting for the network. It is sent only while it is still in time."
        case .german: "Noch nicht gesendet: Es fehlt das Netz. Gesendet wird nur, solange es nicht zu spät ist."
        }
    }

    /// What was answered. Stands alone and at the beginning of a sentence.
    public var outcomeRemembered: String {
        switch language {
        case .english: "Approved and remembered"
        case .german: "Genehmigt und gemerkt"
        }
    }

    public func outcomeSent(answer: String) -> String {
        switch language {
        case .english: "\(answer). The server has it."
        case .german: "\(answer). Beim Server angekommen."
        }
    }

    /// Said once the agent has taken it.
    public var outcomeStopped: String {
        switch language {
        case .english: "Denied. The agent was told to stop."
        case .german: "Abgelehnt. Der Agent soll anhalten."
        }
    }

    public var outcomeTerminal: String {
        switch language {
        case .english: "Answered in the terminal"
        case .german: "Im Terminal beantwortet"
        }
    }

    public var outcomeTooLate: String {
        switch language {
        case .english: "Too late: the agent no longer waits."
        case .german: "Zu spät: Der Agent wartet nicht mehr."
        }
    }

    public func outcomeWentOn(answer: String) -> String {
        switch language {
        case .english: "\(answer). The agent went on."
        case .german: "\(answer). Der Agent macht weiter."
        }
    }

    public var outcomeWithdrawn: String {
        switch language {
        case .english: "The agent no longer asks."
        case .german: "Der Agent fragt nicht mehr."
        }
    }

    /// In an empty text field.
    public var pairingAddress: String {
        switch language {
        case .english: "Server address"
        case .german: "Adresse des Servers"
        }
    }

    public var pairingBroken: String {
        switch language {
        case .english: "The pairing link is not complete. Copy it again."
        case .german: "Der Link ist unvollständig. Bitte neu kopieren."
        }
    }

    /// In an empty text field.
    public var pairingCode: String {
        switch language {
        case .english: "Code"
        case .german: "Code"
        }
    }

    /// Below the key of a new device.
    public var pairingCompare: String {
        switch language {
        case .english: "Approve the new device on a device that is already paired, if it shows the same key."
        case .german: "Bestätige das neue Gerät auf einem bereits gekoppelten Gerät, wenn es denselben Schlüssel zeigt."
        }
    }

    public func pairingConfirm(host: String) -> String {
        switch language {
        case .english: "Pair with \(host)?"
        case .german: "Mit \(host) koppeln?"
        }
    }

    public var pairingConfirmWhy: String {
        switch language {
        case .english: "This server will be able to ask you for approvals. Go on only if it is yours."
        case .german: "Dieser Server darf dich dann um Genehmigungen bitten. Mach nur weiter, wenn es deiner ist."
        }
    }

    public var pairingDone: String {
        switch language {
        case .english: "Paired"
        case .german: "Gekoppelt"
        }
    }

    public var pairingHow: String {
        switch language {
        case .english: "On your server, run “bellhop pair”. Open the link that it shows, or type what it says."
        case .german: "Führe auf deinem Server „bellhop pair“ aus. Öffne den Link, den es zeigt, oder tippe ab, was da steht."
        }
    }

    /// A button.
    public var pairingLeave: String {
        switch language {
        case .english: "Unpair"
        case .german: "Trennen"
        }
    }

    public var pairingLeaveWhy: String {
        switch language {
        case .english: "This device answers nothing any more until it is paired again."
        case .german: "Dieses Gerät antwortet nicht mehr, bis es neu gekoppelt ist."
        }
    }

    /// A text field and its heading when a device is paired.
    public var pairingName: String {
        switch language {
        case .english: "Name of This Device"
        case .german: "Name dieses Geräts"
        }
    }

    /// Below the field for the device's name.
    public var pairingNameWhy: String {
        switch language {
        case .english: "Your other devices show it when an answer came from here."
        case .german: "Deine anderen Geräte zeigen ihn, wenn eine Antwort von hier kam."
        }
    }

    /// A button.
    public var pairingNext: String {
        switch language {
        case .english: "Continue"
        case .german: "Weiter"
        }
    }

    public var pairingNotACode: String {
        switch language {
        case .english: "This is no pairing code."
        case .german: "Das ist kein Code zum Koppeln."
        }
    }

    public var pairingNotALink: String {
        switch language {
        case .english: "This is no pairing link."
        case .german: "Das ist kein Link zum Koppeln."
        }
    }

    public var pairingNotAnAddress: String {
        switch language {
        case .english: "This is no address of a server."
        case .german: "Das ist keine Adresse eines Servers."
        }
    }

    public func pairingNotEncrypted(host: String) -> String {
        switch language {
        case .english: "\(host) is not in your network, so its address has to begin with https."
        case .german: "\(host) ist nicht in deinem Netz, darum muss die Adresse mit https beginnen."
        }
    }

    /// A button.
    public var pairingPair: String {
        switch language {
        case .english: "Pair"
        case .german: "Koppeln"
        }
    }

    public var pairingTitle: String {
        switch language {
        case .english: "Pair with a server"
        case .german: "Mit einem Server koppeln"
        }
    }

    public var pairingUnencrypted: String {
        switch language {
        case .english: "The connection is not encrypted. Use it only in your own network."
        case .german: "Die Verbindung ist unverschlüsselt. Nur im eigenen Netz verwenden."
        }
    }

    public var pairingWaiting: String {
        switch language {
        case .english: "Pairing …"
        case .german: "Wird gekoppelt …"
        }
    }

    public var pendingEmpty: String {
        switch language {
        case .english: "Nothing waits for you"
        case .german: "Nichts wartet auf dich"
        }
    }

    public var pendingEmptyWhy: String {
        switch language {
        case .english: "When an agent asks, it shows here at once."
        case .german: "Wenn ein Agent fragt, steht es sofort hier."
        }
    }

    /// Under a request in a list.
    public var pendingOnItsWay: String {
        switch language {
        case .english: "Your answer is on its way"
        case .german: "Deine Antwort ist unterwegs"
        }
    }

    /// A button.
    public var permissionAllow: String {
        switch language {
        case .english: "Allow Notifications"
        case .german: "Mitteilungen erlauben"
        }
    }

    public var permissionDenied: String {
        switch language {
        case .english: "Notifications are off"
        case .german: "Mitteilungen sind aus"
        }
    }

    public var permissionDeniedWhy: String {
        switch language {
        case .english: "You can turn them on in the settings of the system. Until then, requests show here in the app."
        case .german: "Du kannst sie in den Systemeinstellungen einschalten. Bis dahin stehen Anfragen hier in der App."
        }
    }

    public var permissionDone: String {
        switch language {
        case .english: "Notifications are on"
        case .german: "Mitteilungen sind an"
        }
    }

    /// A button.
    public var permissionNotNow: String {
        switch language {
        case .english: "Not Now"
        case .german: "Nicht jetzt"
        }
    }

    public var permissionPointAnswer: String {
        switch language {
        case .english: "Approve or deny without opening the app"
        case .german: "Genehmigen oder ablehnen, ohne die App zu öffnen"
        }
    }

    public var permissionPointPrivate: String {
        switch language {
        case .english: "Nothing is tracked; your own server sends them"
        case .german: "Nichts wird verfolgt; dein eigener Server schickt sie"
        }
    }

    public var permissionPointQuiet: String {
        switch language {
        case .english: "You choose what you hear"
        case .german: "Du entscheidest, was du hörst"
        }
    }

    /// A button.
    public var permissionQuietly: String {
        switch language {
        case .english: "Deliver Quietly"
        case .german: "Leise zustellen"
        }
    }

    public var permissionTitle: String {
        switch language {
        case .english: "Notifications"
        case .german: "Mitteilungen"
        }
    }

    public var permissionUpgrade: String {
        switch language {
        case .english: "Notifications come quietly"
        case .german: "Mitteilungen kommen leise"
        }
    }

    public var permissionWhy: String {
        switch language {
        case .english: "An agent that needs your permission stands still until you answer. A notification lets you answer at once, also from the lock screen."
        case .german: "Ein Agent, der deine Genehmigung braucht, steht still, bis du antwortest. Mit einer Mitteilung antwortest du sofort, auch vom Sperrbildschirm."
        }
    }

    /// In an empty text field.
    public var questionOwnWords: String {
        switch language {
        case .english: "In your own words"
        case .german: "In eigenen Worten"
        }
    }

    /// Read out: what a button does.
    public var questionSendHint: String {
        switch language {
        case .english: "The agent goes on with your answer."
        case .german: "Der Agent macht mit deiner Antwort weiter."
        }
    }

    /// Above options.
    public var questionSeveral: String {
        switch language {
        case .english: "Choose any number"
        case .german: "Mehrere möglich"
        }
    }

    /// A switch: approvals and questions come during quiet hours, too.
    public var quietAsks: String {
        switch language {
        case .english: "Let Requests Through"
        case .german: "Anfragen durchlassen"
        }
    }

    /// A switch.
    public var quietCap: String {
        switch language {
        case .english: "Limit How Many Come"
        case .german: "Anzahl begrenzen"
        }
    }

    /// A choice of a stretch of time.
    public var quietCapDay: String {
        switch language {
        case .english: "1 day"
        case .german: "1 Tag"
        }
    }

    /// A choice of a stretch of time.
    public var quietCapHour: String {
        switch language {
        case .english: "1 hour"
        case .german: "1 Stunde"
        }
    }

    /// Before the stretch of time; beside a stepper.
    public func quietCapLimit(limit: Int) -> String {
        switch language {
        case .english: "At most \(limit)"
        case .german: "Höchstens \(limit)"
        }
    }

    /// A stretch of time that was set elsewhere, beside an hour and a day. At least 60.
    public func quietCapOther(seconds: Int) -> String {
        switch language {
        case .english: "\(seconds) seconds"
        case .german: "\(seconds) Sekunden"
        }
    }

    /// Label of a choice between an hour and a day.
    public var quietCapStretch: String {
        switch language {
        case .english: "Within"
        case .german: "Innerhalb von"
        }
    }

    /// Under the limit.
    public var quietCapWhy: String {
        switch language {
        case .english: "Requests neither count nor are held back. What is beyond the limit shows in the app."
        case .german: "Anfragen zählen nicht mit und kommen immer. Was über der Grenze liegt, ist in der App zu sehen."
        }
    }

    /// When quiet hours begin, before a time of day.
    public var quietFrom: String {
        switch language {
        case .english: "From"
        case .german: "Von"
        }
    }

    /// A switch.
    public var quietHours: String {
        switch language {
        case .english: "Quiet Hours"
        case .german: "Ruhezeiten"
        }
    }

    /// Under the switch of quiet hours.
    public var quietHoursWhy: String {
        switch language {
        case .english: "What comes meanwhile waits until they end. Everything still shows in the app."
        case .german: "Was währenddessen kommt, wartet, bis sie enden. In der App ist alles zu sehen."
        }
    }

    /// A switch on a session's screen.
    public var quietMute: String {
        switch language {
        case .english: "Mute This Session"
        case .german: "Sitzung stummschalten"
        }
    }

    /// Heading of a list.
    public var quietMuted: String {
        switch language {
        case .english: "Muted"
        case .german: "Stumm"
        }
    }

    /// Instead of that list.
    public var quietMutedNone: String {
        switch language {
        case .english: "Nothing is muted."
        case .german: "Nichts ist stumm."
        }
    }

    /// In the list of what is muted. The name is its title or id.
    public func quietMutedSession(name: String) -> String {
        switch language {
        case .english: "Session \(name)"
        case .german: "Sitzung \(name)"
        }
    }

    /// In the list of what is muted: notifications that are shown as one group.
    public func quietMutedThread(name: String) -> String {
        switch language {
        case .english: "Group \(name)"
        case .german: "Gruppe \(name)"
        }
    }

    /// In the list of what is muted.
    public func quietMutedTopic(name: String) -> String {
        switch language {
        case .english: "Topic \(name)"
        case .german: "Thema \(name)"
        }
    }

    /// When both times of quiet hours are the same.
    public var quietNoTime: String {
        switch language {
        case .english: "They would end when they begin. Choose another time."
        case .german: "Sie würden enden, wenn sie beginnen. Eine andere Zeit wählen."
        }
    }

    /// When storage is full or locked.
    public var quietNotKept: String {
        switch language {
        case .english: "This could not be kept: it holds until the app is ended."
        case .german: "Das ließ sich nicht sichern: Es gilt, bis die App beendet wird."
        }
    }

    /// When a setting is refused.
    public var quietNotPossible: String {
        switch language {
        case .english: "This could not be set."
        case .german: "Das ließ sich nicht einstellen."
        }
    }

    /// Title of a screen, and the row that leads there.
    public var quietTitle: String {
        switch language {
        case .english: "Quiet Hours and Limits"
        case .german: "Ruhezeiten und Grenzen"
        }
    }

    /// A button beside what is muted.
    public var quietUnmute: String {
        switch language {
        case .english: "Unmute"
        case .german: "Wieder hören"
        }
    }

    /// When quiet hours end, before a time of day.
    public var quietUntil: String {
        switch language {
        case .english: "Until"
        case .german: "Bis"
        }
    }

    /// A switch: what is time-sensitive comes during quiet hours, too.
    public var quietUrgent: String {
        switch language {
        case .english: "Let Urgent Ones Through"
        case .german: "Dringendes durchlassen"
        }
    }

    public func registrationCodeRefused(message: String) -> String {
        switch language {
        case .english: "The server did not take the code: \(message)"
        case .german: "Der Server nahm den Code nicht: \(message)"
        }
    }

    /// Stands inside registration.tokenFailed.
    public var registrationEmptyToken: String {
        switch language {
        case .english: "The system gave an empty token."
        case .german: "Das System hat ein leeres Token geliefert."
        }
    }

    /// Stands inside registration.retrying.
    public var registrationInterrupted: String {
        switch language {
        case .english: "The app was stopped before the server answered."
        case .german: "Die App wurde angehalten, bevor der Server geantwortet hat."
        }
    }

    public var registrationKeyLost: String {
        switch language {
        case .english: "This device was restored or emptied. Pair it again."
        case .german: "Dieses Gerät wurde wiederhergestellt oder geleert. Bitte neu koppeln."
        }
    }

    public var registrationKeyRevoked: String {
        switch language {
        case .english: "The server no longer knows this device. Pair it again."
        case .german: "Der Server kennt dieses Gerät nicht mehr. Bitte neu koppeln."
        }
    }

    /// Stands inside registration.retrying.
    public var registrationKeysLocked: String {
        switch language {
        case .english: "The device's keys cannot be read. They can be once it was unlocked."
        case .german: "Die Schlüssel des Geräts lassen sich nicht lesen. Sobald es einmal entsperrt wurde, geht es."
        }
    }

    public var registrationLeaving: String {
        switch language {
        case .english: "Signing out"
        case .german: "Wird abgemeldet"
        }
    }

    public var registrationNeverPaired: String {
        switch language {
        case .english: "Not paired yet"
        case .german: "Noch nicht gekoppelt"
        }
    }

    /// Stands inside registration.retrying.
    public var registrationNotRemoved: String {
        switch language {
        case .english: "The registration could not be removed from the device's storage."
        case .german: "Die Anmeldung ließ sich nicht aus dem Speicher des Geräts löschen."
        }
    }

    public func registrationRefused(message: String) -> String {
        switch language {
        case .english: "The server refused this device: \(message)"
        case .german: "Der Server lehnte dieses Gerät ab: \(message)"
        }
    }

    public var registrationRegistered: String {
        switch language {
        case .english: "Paired"
        case .german: "Gekoppelt"
        }
    }

    public var registrationRegistering: String {
        switch language {
        case .english: "Talking to the server …"
        case .german: "Spricht mit dem Server …"
        }
    }

    public func registrationRetrying(message: String) -> String {
        switch language {
        case .english: "It did not work yet and is tried again: \(message)"
        case .german: "Es klappte noch nicht und wird wiederholt: \(message)"
        }
    }

    public func registrationTokenFailed(message: String) -> String {
        switch language {
        case .english: "The system gave no push token: \(message)"
        case .german: "Das System gab kein Push-Token: \(message)"
        }
    }

    public var registrationWaitingForToken: String {
        switch language {
        case .english: "Waiting for the system's push token"
        case .german: "Wartet auf das Push-Token des Systems"
        }
    }

    /// State of a new device; the person compares the key with what the other device shows.
    public func registrationWaitingForTrust(fingerprint: String) -> String {
        switch language {
        case .english: "Waiting for confirmation on another device. This device's key: \(fingerprint)"
        case .german: "Wartet auf die Bestätigung auf einem anderen Gerät. Schlüssel dieses Geräts: \(fingerprint)"
        }
    }

    /// How far a rule reaches.
    public var ruleProject: String {
        switch language {
        case .english: "In this project"
        case .german: "In diesem Projekt"
        }
    }

    /// How far a rule reaches.
    public var ruleSession: String {
        switch language {
        case .english: "In this session"
        case .german: "In dieser Sitzung"
        }
    }

    /// How far a rule reaches.
    public var ruleSharedProject: String {
        switch language {
        case .english: "In this project, for everyone who works on it"
        case .german: "In diesem Projekt, für alle, die daran arbeiten"
        }
    }

    /// A button.
    public var screenCancel: String {
        switch language {
        case .english: "Cancel"
        case .german: "Abbrechen"
        }
    }

    /// Read out: a button that takes a card away.
    public var screenClose: String {
        switch language {
        case .english: "Close"
        case .german: "Schließen"
        }
    }

    public var screenLoading: String {
        switch language {
        case .english: "Loading …"
        case .german: "Wird geladen …"
        }
    }

    /// A button.
    public var screenTryAgain: String {
        switch language {
        case .english: "Try Again"
        case .german: "Erneut versuchen"
        }
    }

    public var screenUnavailable: String {
        switch language {
        case .english: "No connection to the server"
        case .german: "Keine Verbindung zum Server"
        }
    }

    public var screenUnavailableWhy: String {
        switch language {
        case .english: "What is shown here comes from your server, and it cannot be reached now."
        case .german: "Was hier steht, kommt von deinem Server, und der ist gerade nicht erreichbar."
        }
    }

    /// Before anything was typed.
    public var searchHow: String {
        switch language {
        case .english: "Type what you look for."
        case .german: "Tippe, was du suchst."
        }
    }

    /// Title, when nothing has the words that were typed.
    public var searchNothing: String {
        switch language {
        case .english: "Nothing found"
        case .german: "Nichts gefunden"
        }
    }

    /// Below search.nothing.
    public var searchNothingWhy: String {
        switch language {
        case .english: "Searched: requests that wait, sessions, items and the latest notifications."
        case .german: "Durchsucht: offene Anfragen, Sitzungen, Einträge und die neuesten Mitteilungen."
        }
    }

    /// In the empty search field.
    public var searchPrompt: String {
        switch language {
        case .english: "Title, text or project"
        case .german: "Titel, Text oder Projekt"
        }
    }

    /// A sign-in page of a network, or a wrong address.
    public func serverForeign(status: Int) -> String {
        switch language {
        case .english: "The address answered with status \(status), but not as a Bellhop server does."
        case .german: "Die Adresse hat mit Status \(status) geantwortet, aber nicht wie ein Bellhop-Server."
        }
    }

    public var serverUnreachable: String {
        switch language {
        case .english: "The server could not be reached."
        case .german: "Der Server war nicht zu erreichen."
        }
    }

    public var serverUnwritable: String {
        switch language {
        case .english: "The request could not be written."
        case .german: "Die Anfrage ließ sich nicht schreiben."
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

    public var sessionNotFound: String {
        switch language {
        case .english: "Session not found"
        case .german: "Sitzung nicht gefunden"
        }
    }

    public var sessionNotFoundWhy: String {
        switch language {
        case .english: "It is gone, or it belongs to somebody else."
        case .german: "Es gibt sie nicht mehr, oder sie gehört jemand anderem."
        }
    }

    /// How far a session is.
    public func sessionProgress(done: Int, count: Int) -> String {
        switch language {
        case .english: count == 1 ? "\(done) of \(count) task" : "\(done) of \(count) tasks"
        case .german: count == 1 ? "\(done) von \(count) Aufgabe" : "\(done) von \(count) Aufgaben"
        }
    }

    public func sessionRetry(host: String) -> String {
        switch language {
        case .english: "Let the agent try again where it runs: \(host)"
        case .german: "Lass den Agenten dort neu beginnen, wo er läuft: \(host)"
        }
    }

    /// The state of a session.
    public var sessionRunning: String {
        switch language {
        case .english: "Working"
        case .german: "Arbeitet"
        }
    }

    /// In place of the name of a machine.
    public var sessionSomewhere: String {
        switch language {
        case .english: "in its terminal"
        case .german: "in seinem Terminal"
        }
    }

    /// The state of a session.
    public var sessionWaiting: String {
        switch language {
        case .english: "Waiting for you"
        case .german: "Wartet auf Antwort"
        }
    }

    /// Above a list of requests.
    public var sessionWaitsFor: String {
        switch language {
        case .english: "Waits for"
        case .german: "Wartet auf"
        }
    }

    public func sessionWrite(host: String) -> String {
        switch language {
        case .english: "Write to the agent where it runs: \(host)"
        case .german: "Schreib dem Agenten dort, wo er läuft: \(host)"
        }
    }

    public var sessionsEmpty: String {
        switch language {
        case .english: "No sessions"
        case .german: "Keine Sitzungen"
        }
    }

    public var sessionsEmptyWhy: String {
        switch language {
        case .english: "What your agents work on shows here."
        case .german: "Hier steht, woran deine Agenten arbeiten."
        }
    }

    /// Above switches.
    public var settingsAgents: String {
        switch language {
        case .english: "From agents"
        case .german: "Von Agenten"
        }
    }

    /// A switch.
    public var settingsApprovals: String {
        switch language {
        case .english: "Approvals"
        case .german: "Genehmigungen"
        }
    }

    /// Under switches.
    public var settingsAsksStillWait: String {
        switch language {
        case .english: "A request that is switched off still waits here in the app."
        case .german: "Was abgeschaltet ist, wartet trotzdem hier in der App."
        }
    }

    /// A button.
    public var settingsClearScheduled: String {
        switch language {
        case .english: "Clear All"
        case .german: "Alle entfernen"
        }
    }

    public var settingsClearScheduledWhy: String {
        switch language {
        case .english: "All reminders on this device are taken off the schedule."
        case .german: "Alle Erinnerungen auf diesem Gerät werden entfernt."
        }
    }

    /// A switch.
    public var settingsComplete: String {
        switch language {
        case .english: "Finished tasks"
        case .german: "Erledigte Aufgaben"
        }
    }

    /// Above a list.
    public var settingsDevice: String {
        switch language {
        case .english: "Device"
        case .german: "Gerät"
        }
    }

    /// A switch.
    public var settingsErrors: String {
        switch language {
        case .english: "Errors"
        case .german: "Fehler"
        }
    }

    /// A switch.
    public var settingsMessages: String {
        switch language {
        case .english: "Messages"
        case .german: "Nachrichten"
        }
    }

    /// A switch.
    public var settingsNewItems: String {
        switch language {
        case .english: "New items"
        case .german: "Neue Einträge"
        }
    }

    public var settingsNotCleared: String {
        switch language {
        case .english: "Some could not be removed. Try again after unlocking the device."
        case .german: "Einige konnten nicht entfernt werden. Bitte nach dem Entsperren noch einmal versuchen."
        }
    }

    public var settingsNotKept: String {
        switch language {
        case .english: "The switch could not be kept: it holds until the app is ended."
        case .german: "Der Schalter konnte nicht gespeichert werden: Er gilt, bis die App beendet wird."
        }
    }

    /// A switch.
    public var settingsPaused: String {
        switch language {
        case .english: "Paused tasks"
        case .german: "Angehaltene Aufgaben"
        }
    }

    /// A switch.
    public var settingsQuestions: String {
        switch language {
        case .english: "Questions"
        case .german: "Fragen"
        }
    }

    public var settingsQuiet: String {
        switch language {
        case .english: "Notifications come quietly, without sound or banner."
        case .german: "Mitteilungen kommen leise, ohne Ton und Banner."
        }
    }

    /// A switch.
    public var settingsReminders: String {
        switch language {
        case .english: "Reminders"
        case .german: "Erinnerungen"
        }
    }

    /// Before a number.
    public var settingsScheduled: String {
        switch language {
        case .english: "Scheduled"
        case .german: "Geplant"
        }
    }

    public var settingsSilenced: String {
        switch language {
        case .english: "The system does not let notifications of this app through. Requests still show in the app."
        case .german: "Das System lässt keine Mitteilungen dieser App durch. Anfragen stehen trotzdem in der App."
        }
    }

    /// A switch.
    public var settingsStatus: String {
        switch language {
        case .english: "Progress"
        case .german: "Fortschritt"
        }
    }

    /// A button.
    public var settingsSystem: String {
        switch language {
        case .english: "Settings of the System"
        case .german: "Systemeinstellungen"
        }
    }

    /// Above switches.
    public var settingsTypes: String {
        switch language {
        case .english: "Notifications"
        case .german: "Mitteilungen"
        }
    }

    /// A switch.
    public var settingsUpdates: String {
        switch language {
        case .english: "Updates"
        case .german: "Änderungen"
        }
    }

    /// A button of an expanded notification: when a reminder comes again. Short.
    public var snoozeEvening: String {
        switch language {
        case .english: "This Evening"
        case .german: "Heute Abend"
        }
    }

    /// A button of an expanded notification: when a reminder comes again. Short.
    public var snoozeHour: String {
        switch language {
        case .english: "In 1 Hour"
        case .german: "In 1 Stunde"
        }
    }

    /// A button of an expanded notification: when a reminder comes again. Short.
    public var snoozeQuarterHour: String {
        switch language {
        case .english: "In 15 Minutes"
        case .german: "In 15 Minuten"
        }
    }

    /// A button of an expanded notification: when a reminder comes again. Short.
    public var snoozeTomorrow: String {
        switch language {
        case .english: "Tomorrow Morning"
        case .german: "Morgen früh"
        }
    }

    public var switchNotSupported: String {
        switch language {
        case .english: "not available"
        case .german: "nicht verfügbar"
        }
    }

    public var switchOff: String {
        switch language {
        case .english: "off"
        case .german: "aus"
        }
    }

    public var switchOn: String {
        switch language {
        case .english: "on"
        case .german: "an"
        }
    }

    /// A tab.
    public var tabHistory: String {
        switch language {
        case .english: "History"
        case .german: "Verlauf"
        }
    }

    /// A tab.
    public var tabPending: String {
        switch language {
        case .english: "Pending"
        case .german: "Offen"
        }
    }

    /// A tab, and the title of its screen.
    public var tabSearch: String {
        switch language {
        case .english: "Search"
        case .german: "Suche"
        }
    }

    /// A tab.
    public var tabSessions: String {
        switch language {
        case .english: "Sessions"
        case .german: "Sitzungen"
        }
    }

    /// A tab.
    public var tabSettings: String {
        switch language {
        case .english: "Settings"
        case .german: "Einstellungen"
        }
    }

    public var tokenFailed: String {
        switch language {
        case .english: "the system gave none"
        case .german: "das System gab keines"
        }
    }

    public var tokenRegistered: String {
        switch language {
        case .english: "the server has it"
        case .german: "der Server hat es"
        }
    }

    public var tokenUnregistered: String {
        switch language {
        case .english: "the server does not have it yet"
        case .german: "der Server hat es noch nicht"
        }
    }

    /// A text field for a topic's name.
    public var topicsName: String {
        switch language {
        case .english: "Topic"
        case .german: "Thema"
        }
    }

    /// When the list of topics is empty.
    public var topicsNone: String {
        switch language {
        case .english: "You subscribe to nothing."
        case .german: "Du abonnierst nichts."
        }
    }

    /// When what was typed is no topic.
    public var topicsNotAName: String {
        switch language {
        case .english: "A topic's name has 1 to 128 characters, without spaces at its ends and without control characters."
        case .german: "Der Name eines Themas hat 1 bis 128 Zeichen, ohne Leerzeichen am Rand und ohne Steuerzeichen."
        }
    }

    /// A button.
    public var topicsSubscribe: String {
        switch language {
        case .english: "Subscribe"
        case .german: "Abonnieren"
        }
    }

    /// Title of the screen of what the person subscribes to, and the row that leads there.
    public var topicsTitle: String {
        switch language {
        case .english: "Topics"
        case .german: "Themen"
        }
    }

    /// A button.
    public var topicsUnsubscribe: String {
        switch language {
        case .english: "Unsubscribe"
        case .german: "Abbestellen"
        }
    }

    /// Below the list of topics.
    public var topicsWhy: String {
        switch language {
        case .english: "Notifications about a topic reach all your devices."
        case .german: "Mitteilungen zu einem Thema erreichen alle deine Geräte."
        }
    }
}

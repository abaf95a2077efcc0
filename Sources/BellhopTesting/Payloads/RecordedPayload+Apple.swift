import BellhopModel

extension RecordedPayload {
    /// In the forms that Apple's documentation allows.
    public static let apple = [
        RecordedPayload(
            "apple-activity-start", .liveActivity,
            #"""
            {
              "aps": {
                "timestamp": 1700000000,
                "event": "start",
                "content-state": {
                  "score": 1
                },
                "attributes-type": "GameAttributes",
                "attributes": {
                  "name": "Final"
                },
                "input-push-token": 1,
                "relevance-score": 75,
                "dismissal-date": 1700003600,
                "alert": {
                  "title": {
                    "loc-key": "%@ is on",
                    "loc-args": [
                      "Final"
                    ]
                  },
                  "body": {
                    "loc-key": "Now",
                    "loc-args": []
                  },
                  "sound": "chime.aiff"
                }
              }
            }
            """#),
        RecordedPayload(
            "apple-localised", .unknown,
            #"""
            {
              "aps": {
                "alert": {
                  "title-loc-key": "GAME_TITLE",
                  "title-loc-args": [
                    "Jo"
                  ],
                  "loc-key": "GAME_BODY",
                  "loc-args": [
                    "Jo",
                    "Ann"
                  ],
                  "subtitle-loc-key": "GAME_SUB",
                  "launch-image": "Game.png"
                },
                "sound": {
                  "critical": 1,
                  "name": "bell.aiff",
                  "volume": 0.5
                },
                "target-content-id": "window-1",
                "filter-criteria": "work",
                "interruption-level": "passive",
                "relevance-score": 0.25
              }
            }
            """#),
    ]
}

/// Settings as people have them.
enum SettingsShapes {
    static let all: [String] = [
        "{}",
        "{}\n",
        "{ }",
        "{\n}\n",
        "{\r\n}\r\n",
        "",
        "\n",
        "\u{FEFF}{\n  \"model\": \"opus\"\n}\n",
        "{\"model\":\"opus\"}",
        "{\"model\": \"opus\"}\n",
        "{ \"model\": \"opus\" }",
        "{\"model\":\"opus\",\"hooks\":{}}",
        "{\n  \"model\": \"opus\"\n}",
        "{\n  \"model\": \"opus\"\n}\n\n",
        "{\n\t\"model\": \"opus\",\n\t\"env\": {\n\t\t\"A\": \"ü\\u00e9\\\"\"\n\t}\n}\n",
        "{\r\n    \"model\": \"opus\",\r\n    \"hooks\": {}\r\n}\r\n",
        "{\n    \"model\": \"opus\"\n  ,\n    \"x\": 1.50e+3\n}\n",
        "{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n",
        "{\n  \"hooks\": { \"Stop\": [ ] }, \"z\": [1,2,\n3]\n}\n",
        "{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"Bash\",\"hooks\":[{\"type\":\"command\",\"command\":\"./lint.sh\"}]}]}}\n",
        """
        {
          "permissions": { "allow": ["Bash(git *)"], "deny": [] },
          "hooks": {
            "PermissionRequest": [
              {
                "matcher": "Bash",
                "hooks": [
                  { "type": "command", "command": "say hello" }
                ]
              }
            ],
            "Stop": [
              { "hooks": [{ "type": "http", "url": "http://127.0.0.1:1/stop" }] }
            ]
          },
          "statusLine": null
        }

        """,
        """
        {
          "$schema": "https://json.schemastore.org/claude-code-settings.json",
          "hooks": {
            "Notification": [{ "hooks": [] }],
            "enabled": true
          }
        }
        """,
    ]

    /// With what each is refused for.
    static let refused: [(text: String, why: String)] = [
        ("{\n  // mine\n  \"model\": \"opus\"\n}\n", "comment in line 2"),
        ("{ \"a\": 1 /* mine */ }", "comment in line 1"),
        ("{\n  \"a\": 1,\n}\n", "comma before a closing bracket in line 3"),
        ("{ \"hooks\": { \"Stop\": [1,] } }", "comma before a closing bracket"),
        ("{ \"a\": 1, \"b\": 2, \"\\u0061\": 3 }", "the key \"a\" twice"),
        ("{ \"a\": 1", "a comma expected in line 1"),
        ("{ a: 1 }", "a key in quotes"),
        ("{ \"a\": 01 }", "a value expected"),
        ("{ \"a\": \"tab\tin it\" }", "text expected"),
        ("{} {}", "the end of the file"),
        ("[]", "no JSON object"),
        ("{ \"hooks\": [] }", "`hooks` that are no object"),
        ("{ \"hooks\": { \"Stop\": {} } }", "`hooks.Stop` that is no list"),
        ("{ \"hooks\": { \"Stop\": [\"x\"] } }", "no group of hooks"),
    ]
}

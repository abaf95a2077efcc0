/// Names of variables, options and fields whose values are secret.
enum SecretNames {
    /// Returns whether `name` denotes a secret, in any case and notation (`apiKey`, `API_KEY`, `api-key`).
    ///
    /// Only the end of the name counts: `client_secret` denotes one, `secret_name` and `max_tokens` do not.
    static func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
        let letters = folded(name)
        guard let last = letters.last else { return false }
        return endings[Int(last)].contains { letters.suffix($0.count).elementsEqual($0) }
            || letters == Array("pass".utf8) || hasShortEnding(name)
    }

    /// Returns whether `name` may denote a secret. Its value is a secret only if it looks random.
    static func mayBeSecret(_ name: ArraySlice<UInt8>) -> Bool {
        let letters = folded(name)
        return ambiguous.contains { letters.suffix($0.count).elementsEqual($0) }
    }

    /// Returns whether `name` is an option that takes `name:password`, as of curl.
    static func isLogin(_ name: ArraySlice<UInt8>) -> Bool {
        ["u", "user", "proxy-user"].contains(String(decoding: name.prefix(11), as: UTF8.self))
    }

    static func isAuthorization(_ name: ArraySlice<UInt8>) -> Bool {
        folded(name).suffix(authorization.count).elementsEqual(authorization)
    }

    /// Values such as `none`, names of types, and authentication schemes.
    static func isPlaceholder(_ value: ArraySlice<UInt8>) -> Bool {
        value.count <= 9 && placeholders.contains(String(decoding: folded(value), as: UTF8.self))
    }

    /// Names of programs are not masked, so that a mask does not hide a command: `--token rm -rf x`.
    static func isProgram(_ value: ArraySlice<UInt8>) -> Bool {
        let name = value.lastIndex(of: UInt8(ascii: "/")).map { value[($0 + 1)...] } ?? value
        return name.count <= 10 && programs.contains(String(decoding: name, as: UTF8.self))
    }

    /// The letters and digits of the last 40 bytes, in lower case. Relevant names are not longer.
    private static func folded(_ name: ArraySlice<UInt8>) -> [UInt8] {
        name.suffix(40).filter(isLetterOrDigit).map(lowercased)
    }

    /// `MYSQL_PWD` and `db-pass`, but neither `PWD`, the working directory, nor `compass`.
    private static func hasShortEnding(_ name: ArraySlice<UInt8>) -> Bool {
        guard let separator = name.suffix(5).lastIndex(where: { !isLetterOrDigit($0) }), separator > name.startIndex
        else {
            return false
        }
        let ending = folded(name[(separator + 1)...])
        return ending == Array("pwd".utf8) || ending == Array("pass".utf8)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static let ambiguous = ["key", "auth", "cookie", "session", "sessionid", "sid", "signature", "sig"].map {
        Array($0.utf8)
    }

    private static let programs: Set<String> = [
        "rm", "mv", "cp", "ln", "dd", "sh", "bash", "zsh", "dash", "ksh", "fish", "sudo", "doas", "su", "env", "exec",
        "eval", "source", "xargs", "find", "curl", "wget", "nc", "ncat", "socat", "ssh", "scp", "rsync", "git", "chmod",
        "chown", "kill", "mkfs", "shred", "tee", "python", "python3", "perl", "ruby", "node", "php", "osascript",
        "base64", "docker", "kubectl", "npm", "npx", "reboot", "shutdown",
    ]

    private static let authorization = Array("authorization".utf8)

    /// Endings by their last byte.
    private static let endings: [[[UInt8]]] = {
        var table = [[[UInt8]]](repeating: [], count: 256)
        for ending in [
            "password", "passwd", "passphrase", "passcode", "secret", "token", "apikey", "accesskey", "secretkey",
            "privatekey", "encryptionkey", "signingkey", "masterkey", "servicekey", "accountkey", "authkey",
            "sharedkey", "deploykey", "secretkeybase", "credential", "credentials",
        ] {
            let bytes = Array(ending.utf8)
            table[Int(bytes[bytes.count - 1])].append(bytes)
        }
        return table
    }()

    private static let placeholders: Set<String> = [
        "null", "nil", "none", "true", "false", "undefined", "string", "str", "int", "number", "bool", "boolean", "any",
        "bearer", "basic", "token", "digest", "apikey", "negotiate",
    ]
}

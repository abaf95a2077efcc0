// Keys, digests and signatures of a device in a browser.
//
// A classic script without imports, so that the page (as a module) and the service worker (by importScripts) share it.
// Everything is in `self.bellhopSigning`.
(() => {
  const encoder = new TextEncoder();
  const subtle = self.crypto && self.crypto.subtle;

  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

  function base64(bytes) {
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  }

  function fromBase64(text) {
    const plain = text.replace(/-/g, "+").replace(/_/g, "/");
    return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
  }

  /** JSON with sorted keys, without white space. Absent values are omitted. */
  function canonicalJSON(value) {
    if (Array.isArray(value)) return `[${value.map(canonicalJSON).join(",")}]`;
    if (value && typeof value === "object") {
      const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort();
      return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJSON(value[key])}`).join(",")}}`;
    }
    return JSON.stringify(value);
  }

  /** Replaces unpaired surrogates, which have no UTF-8. */
  const wellFormed = (text) => (text.toWellFormed ? text.toWellFormed() : new TextDecoder().decode(encoder.encode(text)));

  /** The digest of an ask's input: HMAC-SHA-256 under the nonce, or SHA-256 without one. */
  async function digest(input, nonce) {
    const data = encoder.encode(input);
    if (!nonce) return hex(new Uint8Array(await subtle.digest("SHA-256", data)));
    const key = await subtle.importKey("raw", encoder.encode(nonce), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return hex(new Uint8Array(await subtle.sign("HMAC", key, data)));
  }

  /** The text that a device signs. */
  function statement({ ask, digest, deadline, device, answer }) {
    return [
      "bellhop-answer/1", `ask ${ask}`, `input ${digest}`, `deadline ${deadline}`, `device ${device}`,
      `answer ${canonicalJSON(answer)}`,
    ].join("\n");
  }

  /** The text that a device signs to bind a login to itself. */
  const binding = (session, device) => `bellhop-console/1\nsession ${session}\ndevice ${device}`;

  /** Base64 of the 64-byte signature (R‖S). WebCrypto signs in this form. */
  async function sign(privateKey, text) {
    const signature = await subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, encoder.encode(text));
    return base64(new Uint8Array(signature));
  }

  /** The first 64 bits of the SHA-256 of a public key, as `698b ea63 dc44 a344`. */
  async function fingerprint(publicKey) {
    const bytes = typeof publicKey === "string" ? fromBase64(publicKey) : publicKey;
    const hash = new Uint8Array(await subtle.digest("SHA-256", bytes));
    return hex(hash.subarray(0, 8)).match(/.{4}/g).join(" ");
  }

  /** A P-256 key pair whose private key cannot be exported. */
  const makeKey = () => subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);

  /** Base64 of the uncompressed point, 65 bytes. */
  const exportPublicKey = async (key) => base64(new Uint8Array(await subtle.exportKey("raw", key)));

  // Storage: one database with the device (`device`) and the last state (`state`).

  let opened;
  function database() {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open("bellhop", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("values");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    opened.catch(() => (opened = undefined));
    return opened;
  }

  async function access(mode, work) {
    const db = await database();
    return new Promise((resolve, reject) => {
      const transaction = db.transaction("values", mode);
      const request = work(transaction.objectStore("values"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  }

  const storage = {
    get: (name) => access("readonly", (store) => store.get(name)),
    set: (name, value) => access("readwrite", (store) => store.put(value, name)),
    remove: (name) => access("readwrite", (store) => store.delete(name)),
  };

  /** Signs an answer and sends it. Returns the response of the server. */
  async function sendAnswer({ ask, digest, deadline, answer }) {
    const device = await storage.get("device");
    if (!device) throw new Error("no device");
    const signature = await sign(device.keys.privateKey, statement({ ask, digest, deadline, device: device.id, answer }));
    return fetch(`/v1/asks/${ask}/answer`, {
      method: "POST", credentials: "same-origin", keepalive: true, headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ answer, input_digest: digest, signature }),
    });
  }

  /** Returns whether a response comes from a proxy that does not reach the server. The server's own errors have a code. */
  const isFromProxy = (status, json) => status >= 502 && status <= 504 && !json?.error?.code;

  /** The body of a registration of this browser; nothing is pushed to it without a subscription. */
  function registration(subscription) {
    return {
      platform: "web", environment: "production",
      token: subscription && JSON.stringify({ ...subscription.toJSON(), origin: self.location.origin }),
      locale: self.navigator.language, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
  }

  self.bellhopSigning = {
    canonicalJSON, wellFormed, digest, statement, binding, sign, fingerprint, makeKey, exportPublicKey, sendAnswer, registration,
    isFromProxy, fromBase64, base64, storage,
  };
})();

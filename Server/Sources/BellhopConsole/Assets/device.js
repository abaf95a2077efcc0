// This browser as a device: pairing, its key, its subscription, and answers.
import "./signing.js";
import { T, serverNow } from "./dom.js";
import { APIError, api, emit, get, loadAsk, loadLogin, notifyTabs, post, put, refresh, state } from "./state.js";

const signing = self.bellhopSigning;
const { storage } = signing;

export const isStandalone = () => matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
export const isIOS = () => /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);

/** A device that may have the app. */
export const isPhone = () => isIOS() || /Android/.test(navigator.userAgent) || matchMedia("(pointer: coarse)").matches;

/** The reason why this browser cannot become a device; `undefined` if it can. */
export function obstacle() {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator) || !crypto.subtle || !("indexedDB" in self)) return "unsupported";
  return undefined;
}

/** The reason why nothing can be pushed to this browser; `undefined` if there is none. Such a browser can be a device. */
export function pushObstacle() {
  if (state.hasWebPush === false) return "noServerPush";
  if (!("PushManager" in self)) return isIOS() && !isStandalone() ? "homeScreen" : "noPush";
  return Notification.permission === "denied" ? "denied" : undefined;
}

/** A name such as "Chrome on macOS". */
export function suggestedName(agent = navigator.userAgent) {
  const isHere = agent === navigator.userAgent;
  const browser = /Edg\//.test(agent) ? "Edge" : /Firefox\//.test(agent) ? "Firefox" : /Chrome\//.test(agent) ? "Chrome"
    : /Safari\//.test(agent) ? "Safari" : T.device.browser;
  const system = /iPhone|iPad|iPod/.test(agent) || (isHere && isIOS()) ? (/iPhone/.test(agent) ? "iPhone" : "iPad") : /Android/.test(agent) ? "Android"
    : /Mac/.test(agent) ? "macOS" : /Windows/.test(agent) ? "Windows" : /Linux/.test(agent) ? "Linux" : "";
  return system ? T.device.name(browser, system) : browser;
}

export async function registerWorker() {
  if (!isSecureContext || !("serviceWorker" in navigator)) return undefined;
  return navigator.serviceWorker.register("/service-worker.js", { scope: "/" });
}

/** Returns the key for subscriptions; `undefined` if the server sends no pushes to browsers. */
export async function loadPushKey() {
  try {
    const { application_server_key: key } = await get("/v1/web-push", { quiet: true });
    return key;
  } catch (error) {
    if (error.status !== 404) throw error;
    state.hasWebPush = false;
    return undefined;
  }
}

/** Returns the subscription under the server's current key, and replaces one under another key, or one that `isRefused`. */
async function subscribe({ isRefused = false } = {}) {
  const key = await loadPushKey();
  if (!key) throw new APIError(0, "push", T.device.obstacles.noServerPush.title);
  const worker = await navigator.serviceWorker.ready;
  const wanted = signing.fromBase64(key);
  const existing = await worker.pushManager.getSubscription();
  if (existing) {
    const used = new Uint8Array(existing.options.applicationServerKey ?? []);
    if (!isRefused && used.length === wanted.length && used.every((byte, index) => byte === wanted[index])) return existing;
    await existing.unsubscribe();
  }
  return withTimeout(worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted }), 30_000);
}

/** Browsers wait without an end if their push service is unreachable. */
const withTimeout = (promise, milliseconds) => Promise.race([promise,
  new Promise((_, reject) => setTimeout(() => reject(new APIError(0, "push", T.device.pushUnreachable)), milliseconds))]);

/** Asks for permission, and subscribes. Call it from a click: browsers ask for permission only then. */
async function allowPush() {
  const blocked = pushObstacle();
  if (blocked) throw new APIError(0, "push", T.device.obstacles[blocked].title);
  if ((await Notification.requestPermission()) !== "granted") throw new APIError(0, "push", T.device.permissionNeeded);
  return subscribe().catch((error) => { throw new APIError(0, "push", error instanceof APIError ? error.message : T.device.pushUnreachable); });
}

/** Turns push messages on for this browser, a device already. */
export async function turnOnPush() {
  await post("/v1/devices/register", signing.registration(await allowPush()));
  await loadDevice();
}

/**
 * Pairs this browser, from a click. Throws `APIError` with the code `push` if it cannot receive push messages; then it can
 * be paired without them.
 *
 * Without a code, the login of an admin creates one. The private key cannot be exported and remains in this browser. The
 * server binds the login to the device, or creates a login for the device if there is none.
 */
export async function pair({ code, name, withPush }) {
  const blocked = obstacle();
  if (blocked) throw new APIError(0, blocked, T.device.obstacles[blocked].title);
  const subscription = withPush ? await allowPush() : undefined;
  const keys = await signing.makeKey();
  const publicKey = await signing.exportPublicKey(keys.publicKey);
  // A browser that cannot store the key must not use up the code.
  await storage.set("newKey", keys);
  const pairingCode = code || (await post("/v1/pairings")).code;
  const { device } = await api("POST", "/v1/devices/register", {
    ...signing.registration(subscription), pairing_code: pairingCode, name, public_key: publicKey, key_storage: "browser", app: "bellhop.console",
  }, { isLogin: true });
  await storage.set("device", { id: device.id, name: device.name, userID: device.user_id, publicKey, keys });
  await storage.remove("newKey");
  navigator.storage?.persist?.().catch(() => false);
  await restoreDevice();
  await loadLogin();
  await loadDevice();
  notifyTabs();
}

/** Binds this login to the device whose key this browser holds, unless it is bound already. */
async function bind({ id, keys }) {
  if (state.login?.deviceID === id) return;
  const { items } = await get("/v1/console/sessions", { quiet: true });
  const session = items.find((item) => item.is_current);
  if (session.device_id !== id) {
    const signature = await signing.sign(keys.privateKey, signing.binding(session.id, id));
    await api("PUT", "/v1/console/device", { device_id: id, signature }, { quiet: true });
  }
  await loadLogin();
}

/** Reads the stored device, without the server. */
export async function restoreDevice() {
  const kept = isSecureContext ? await storage.get("device").catch(() => undefined) : undefined;
  // Another user's login must not use the key, which remains for its owner.
  const isOwn = !state.login?.userID || kept?.userID === state.login.userID;
  const stored = isOwn ? kept : undefined;
  const fingerprint = stored && (await signing.fingerprint(stored.publicKey));
  state.device = stored && { id: stored.id, name: stored.name, userID: stored.userID, fingerprint, trust: state.device?.trust, hasPush: undefined };
  emit("device");
  return stored;
}

let loading;

/**
 * Reads the device, and registers its subscription again, because browsers replace subscriptions without notice.
 *
 * Calls run one after another, so that none replaces the subscription that another one has just made.
 */
export const loadDevice = () => (loading = Promise.resolve(loading).then(readDevice, readDevice));

async function readDevice() {
  const stored = await restoreDevice();
  if (!stored) return;
  const { id } = stored;
  try {
    await bind(stored);
    let device = await get(`/v1/devices/${id}`, { quiet: true });
    let hasPush = false;
    if (!pushObstacle() && Notification.permission === "granted") {
      // A browser may still hold a subscription that its push service has ended.
      const isRefused = device.state === "quarantined" || device.inactivation?.cause === "gateway";
      const subscription = await subscribe({ isRefused }).catch(() => undefined);
      if (subscription) {
        await post("/v1/devices/register", signing.registration(subscription), { quiet: true });
        device = await get(`/v1/devices/${id}`, { quiet: true });
        hasPush = true;
      }
    }
    if (state.device.trust === "waiting" && device.trust === "trusted") refresh().catch(() => {});
    const isKnown = device.public_key === stored.publicKey && device.inactivation?.cause !== "removed";
    state.device = { ...state.device, name: device.name, trust: isKnown ? device.trust : "removed", hasPush, state: device.state };
  } catch (error) {
    if (error.code === "device_not_trusted") state.device = { ...state.device, trust: "waiting" };
    else if (error.status === 404 || error.status === 403) state.device = { ...state.device, trust: "removed" };
    else if (error.status) state.device = { ...state.device, problem: error.message };
  }
  emit("device");
}

/** Closes the notifications that this browser shows and for which `isOver` is true. The server clears other devices only. */
export async function closeNotifications(isOver) {
  const worker = isSecureContext ? await navigator.serviceWorker?.getRegistration() : undefined;
  for (const shown of (await worker?.getNotifications?.()) ?? []) if (isOver(shown)) shown.close();
}

export async function forgetDevice() {
  const worker = await navigator.serviceWorker?.getRegistration();
  const subscription = await worker?.pushManager?.getSubscription();
  await subscription?.unsubscribe().catch(() => false);
  await storage.remove("device");
  state.device = undefined;
  emit("device");
  notifyTabs();
}

/** The reason why this browser cannot answer now; `undefined` if it can. */
export function answerObstacle() {
  if (state.connection === "offline") return "offline";
  if (!state.device) return "unpaired";
  if (state.device.trust === "removed") return "removed";
  if (state.device.trust === "waiting") return "waiting";
  if (state.login?.deviceID !== state.device.id) return "connecting";
  return undefined;
}

/** Signs and sends an answer. Throws `APIError`; 409 and 410 also update the ask. */
export async function answer(ask, value) {
  let response;
  try {
    response = await signing.sendAnswer({
      ask: ask.id, digest: ask.input_digest, deadline: Date.parse(ask.deadline), answer: value,
    });
  } catch {
    throw new APIError(0, "unreachable", T.errors.unreachable);
  }
  const json = await response.json().catch(() => ({}));
  if (signing.isFromProxy(response.status, json)) throw new APIError(0, "unreachable", T.errors.unreachable);
  if (response.ok) {
    put(json);
    return json;
  }
  if (response.status === 409 || response.status === 410) await loadAsk(ask.id).catch(() => {});
  if (response.status === 401) emit("signedOut");
  throw new APIError(response.status, json.error?.code, json.error?.message ?? T.errors.status(response.status));
}

export const timeLeft = (ask) => Date.parse(ask.deadline) - serverNow();

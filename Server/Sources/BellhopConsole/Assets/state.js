// The client of the API, the events, and the state that views share.
import "./signing.js";
import { T, announce, clock, serverNow } from "./dom.js";

const { isFromProxy, storage } = self.bellhopSigning;

/** The shared state. `bus` sends `asks`, `sessions`, `badge`, `connection`, `device`, `notification`, `resumed` and `tabChanged` events. */
export const state = {
  /** The pending asks, and the latest that ended while this page was open; newest first. */
  asks: [],
  sessions: [],
  badge: 0,
  /** `connecting`, `live`, or `offline`. */
  connection: "connecting",
  /** The time at which the state was last confirmed by the server. */
  savedAt: undefined,
  /** The state was read from storage and not yet from the server. */
  isStale: true,
  /** `false` if the server sends no pushes to browsers. */
  hasWebPush: undefined,
  /** This browser as a device: `{ id, name, userID, trust, fingerprint, hasPush }`. */
  device: undefined,
  /** The login of this browser: `{ role, userID, deviceID }` with the role `admin` or `device`. */
  login: undefined,
};

export const bus = new EventTarget();
export const emit = (name, detail) => bus.dispatchEvent(new CustomEvent(name, { detail }));

/** Calls `listener` for events until the view ends. */
export function on(signal, names, listener) {
  for (const name of names.split(" ")) bus.addEventListener(name, listener, { signal });
}

// Other tabs

const tabs = "BroadcastChannel" in self ? new BroadcastChannel("bellhop") : undefined;
tabs?.addEventListener("message", () => emit("tabChanged"));
/** Lets other tabs read the login and the device again. */
export const notifyTabs = () => tabs?.postMessage("changed");

// Requests

export class APIError extends Error {
  constructor(status, code, message, body) {
    super(message);
    Object.assign(this, { status, code, body });
  }
}

function readClock(response) {
  const date = Date.parse(response.headers.get("Date") ?? "");
  if (Number.isNaN(date)) return;
  const difference = date + 500 - Date.now();
  clock.offset = Math.abs(difference) < 2000 ? 0 : difference;
}

/**
 * Calls the API. Paths begin with `/v1`. A body is sent as JSON.
 *
 * Throws `APIError`; `status` is 0 if the server was not reached, directly or behind a proxy.
 */
export async function api(method, path, body, options = {}) {
  const unreachable = () => {
    if (!options.quiet) setConnection("offline");
    return new APIError(0, "unreachable", T.errors.unreachable);
  };
  let response;
  try {
    response = await fetch(path, {
      method, credentials: "same-origin", cache: "no-store",
      headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...options.headers },
      body: body === undefined ? undefined : JSON.stringify(body), signal: options.signal,
    });
  } catch (error) {
    throw error.name === "AbortError" ? error : unreachable();
  }
  const text = await response.text();
  let json;
  try { json = text ? JSON.parse(text) : undefined; } catch { json = undefined; }
  if (isFromProxy(response.status, json)) throw unreachable();
  readClock(response);
  if (response.ok) return json;
  if (response.status === 401 && !options.isLogin) emit("signedOut");
  const code = json?.error?.code ?? `http_${response.status}`;
  throw new APIError(response.status, code, json?.error?.message ?? T.errors.status(response.status), json);
}

export const get = (path, options) => api("GET", path, undefined, options);
export const post = (path, body = {}, options) => api("POST", path, body, options);

export const query = (values) => {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== "" && value !== null);
  return pairs.length ? `?${new URLSearchParams(pairs)}` : "";
};

// The last state, for reading while offline

let saving;
export function save() {
  clearTimeout(saving);
  saving = setTimeout(async () => {
    const { asks, sessions, badge, savedAt, login } = state;
    const kept = { asks: asks.filter((ask) => ask.state === "pending").slice(0, 200), sessions, badge, savedAt, login };
    await storage.set("state", kept).catch(() => {});
  }, 500);
}

/** Gets `path`, and keeps the response for reading while offline. Returns `{ value, at, isStale }`. */
export async function cached(name, path) {
  try {
    const value = await get(path);
    const entry = { value, at: Date.now() };
    storage.set(`cache:${name}`, entry).catch(() => {});
    return { ...entry, isStale: false };
  } catch (error) {
    if (error.status !== 0) throw error;
    const entry = await storage.get(`cache:${name}`).catch(() => undefined);
    if (!entry) throw error;
    return { ...entry, isStale: true };
  }
}

export async function restore() {
  const kept = await storage.get("state").catch(() => undefined);
  if (kept && state.isStale) Object.assign(state, kept);
}

/** Deletes everything that this browser stores, except its device. */
export async function forget() {
  clearTimeout(saving);
  applied = begun;
  for (const name of ["state", "cache:history", "cache:sessions", "cache:devices"]) await storage.remove(name).catch(() => {});
  Object.assign(state, { asks: [], sessions: [], badge: 0, savedAt: undefined, isStale: true, login: undefined });
}

// Login

export const isAdmin = () => state.login?.role === "admin";

/** Reads the role of the login. Throws `APIError`; status 401 without a login. */
export async function loadLogin() {
  try {
    const { role, user_id, device_id } = await get("/v1/keys/current");
    if (state.login?.userID && state.login.userID !== user_id) await forget();
    state.login = { role, userID: user_id, deviceID: device_id };
  } catch (error) {
    // The login of a device that waits for the approval of another one may read nothing but this device.
    if (error.code !== "device_not_trusted") throw error;
    state.login = { role: "device", deviceID: state.device?.id };
  }
  save();
}

// Asks

const newestFirst = (a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0);

/** The ids of the asks that changed during each request for the list. */
const changes = new Set();
let begun = 0, applied = 0;

/** An ask never returns to an earlier stage: a response may be older than an event. */
const stage = (ask) => (ask.state === "pending" ? 0 : ask.applied_at ? 2 : 1);

/** Takes in an ask of an event or a response. */
export function put(ask) {
  const index = state.asks.findIndex((other) => other.id === ask.id);
  if (index >= 0 && stage(ask) < stage(state.asks[index])) return;
  for (const ids of changes) ids.add(ask.id);
  if (index >= 0) state.asks[index] = ask;
  else {
    state.asks.push(ask);
    state.asks.sort(newestFirst);
  }
  trim();
  emit("asks", ask);
  save();
}

export const findAsk = (id) => state.asks.find((ask) => ask.id === id);
/** Parsed deadlines, which never change: thousands are compared for each event. */
const deadlines = new WeakMap();
export function isPending(ask) {
  if (ask.state !== "pending") return false;
  let deadline = deadlines.get(ask);
  if (deadline === undefined) deadlines.set(ask, (deadline = Date.parse(ask.deadline)));
  return deadline > serverNow();
}
export const pendingAsks = () => state.asks.filter(isPending);

/** The maximum number of ended asks in the list. */
const ENDED = 100;
function trim() {
  let ended = 0;
  state.asks = state.asks.filter((ask) => ask.state === "pending" || ++ended <= ENDED);
}

/** Removes asks that have ended from the list. */
export function dismissEnded() {
  state.asks = state.asks.filter(isPending);
  emit("asks");
}

export async function loadAsk(id) {
  const ask = await get(`/v1/asks/${encodeURIComponent(id)}`);
  put(ask);
  return ask;
}

async function loadPending() {
  const items = [];
  for (let page = await get("/v1/asks?state=pending&limit=200"), rounds = 0; ; rounds++) {
    items.push(...page.items);
    if (page.items.length < 200 || rounds > 60) return items;
    page = await get(`/v1/asks?state=pending&limit=200&before=${page.items.at(-1).id}`);
  }
}

/** Reads all pending asks. Asks that change during the request keep their newer state. */
export async function refresh() {
  const mine = ++begun, changed = new Set();
  changes.add(changed);
  let items;
  try { items = await loadPending(); } finally { changes.delete(changed); }
  if (mine <= applied) return;
  applied = mine;
  const ids = new Set(items.map((ask) => ask.id));
  const gone = state.asks.filter((ask) => ask.state === "pending" && !ids.has(ask.id) && !changed.has(ask.id)).map((ask) => ask.id);
  const kept = state.asks.filter((ask) => ask.state !== "pending" || changed.has(ask.id));
  const known = new Set(kept.map((ask) => ask.id));
  state.asks = [...items.filter(({ id }) => !known.has(id) && !changed.has(id)), ...kept].sort(newestFirst);
  trim();
  state.isStale = false;
  state.savedAt = new Date(serverNow()).toISOString();
  setConnection(socket?.readyState === 1 ? "live" : "connecting");
  emit("asks");
  save();
  if (!isFirstLoad) for (const id of gone.slice(0, 20)) loadAsk(id).catch(() => {});
  isFirstLoad = false;
}
let isFirstLoad = true;

export async function loadSessions() {
  const { value, isStale } = await cached("sessions", "/v1/sessions");
  state.sessions = value.items;
  emit("sessions");
  return isStale;
}

// Events

let socket, attempts = 0, reconnectTimer, isStopped = true, hasConnected = false;

/** Reads again what events may have changed while there was no connection. */
function resume() {
  loadSessions().catch(() => {});
  emit("resumed");
}

function setConnection(value) {
  if (state.connection === value) return;
  const was = state.connection;
  state.connection = value;
  if (value === "offline") announce(T.connection.lost, true);
  else if (value === "live" && was !== "connecting") announce(T.connection.restored);
  emit("connection");
}

export function connect() {
  isStopped = false;
  clearTimeout(reconnectTimer);
  if (socket && socket.readyState <= 1) return;
  socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/v1/events`);
  const current = socket;
  current.onopen = () => {
    attempts = 0;
    setConnection("live");
    refresh().catch(() => {});
    // The first connection follows the first load of everything.
    if (hasConnected) resume();
    hasConnected = true;
  };
  current.onmessage = ({ data }) => {
    try { receive(JSON.parse(data)); } catch (error) { console.warn(error); }
  };
  current.onclose = () => {
    if (socket !== current || isStopped) return;
    // Events are hints: the lists decide whether the server is reachable.
    setConnection("connecting");
    refresh().catch(() => {});
    const delay = Math.min(30_000, 500 * 2 ** attempts++) * (0.7 + Math.random() * 0.6);
    reconnectTimer = setTimeout(connect, delay);
  };
}

export function disconnect() {
  isStopped = true;
  clearTimeout(reconnectTimer);
  socket?.close();
}

function receive(event) {
  state.savedAt = new Date(serverNow()).toISOString();
  switch (event.type) {
    case "badge":
      state.badge = event.count;
      emit("badge");
      break;
    case "ask_created":
      put(event.ask);
      emit("askCreated", event.ask);
      break;
    case "ask_resolved": case "ask_applied":
      put(event.ask);
      break;
    case "notification_created": case "notification_read": case "notifications_read":
      emit("notification", event);
      break;
    case "session_updated": {
      const index = state.sessions.findIndex((session) => session.id === event.session.id);
      if (index >= 0) state.sessions[index] = event.session;
      else state.sessions.unshift(event.session);
      emit("sessions", event.session);
      save();
    }
  }
}

/** Reconnects, and reads the asks, which also shows whether the server is reachable: it may be on this machine. */
function wake() {
  if (isStopped) return;
  attempts = 0;
  connect();
  refresh().catch(() => {});
}
addEventListener("online", wake);
addEventListener("offline", () => { setConnection("offline"); wake(); });
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
setInterval(() => { if (!isStopped && document.visibilityState === "visible") refresh().catch(() => {}); }, 60_000);

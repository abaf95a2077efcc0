// The service worker: the shell for reading offline, push messages, and answers from notifications.
importScripts("/console/text.js", "/console/signing.js");

const T = self.bellhopText.worker;
const { sendAnswer, isFromProxy, registration: registrationBody, storage, fromBase64 } = self.bellhopSigning;
const VERSION = "shell";
const SHELL = ["/", ...["console.css", "app.js", "dom.js", "text.js", "state.js", "device.js", "signing.js", "review.js", "secrets.js", "ask.js", "inbox.js", "history.js",
  "devices.js", "settings.js", "send.js", "service.js", "manifest.webmanifest", "icon.svg", "icon-192.png"].map((name) => `/console/${name}`)];
/** Paths of views. The server returns `index.html` for each of them. */
const VIEWS = /^\/(?:$|(?:asks|history|notifications|sessions|devices|pair|preferences|schedules|campaigns|send|service)(?:\/|$))/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(SHELL.map((path) => new Request(path, { cache: "reload" })))).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
    await self.clients.claim();
  })());
});

// The network comes first, so that an updated server is never shown with an old shell.
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const isView = event.request.mode === "navigate" && VIEWS.test(url.pathname);
  if (!isView && !url.pathname.startsWith("/console/")) return;
  event.respondWith((async () => {
    const cache = await caches.open(VERSION);
    const key = isView ? "/" : url.pathname;
    const response = await fetch(event.request).catch(() => undefined);
    if (response?.ok && (isView || SHELL.includes(key))) event.waitUntil(cache.put(key, response.clone()).catch(() => {}));
    if (response && !isFromProxy(response.status)) return response;
    return (await cache.match(key)) ?? response ?? Response.error();
  })());
});

// Push

/** Safari and older versions of Firefox have no buttons. Safari revokes permissions after a push without a notification. */
const hasActions = () => "maxActions" in Notification && Notification.maxActions > 0;

self.addEventListener("push", (event) => event.waitUntil(receive(event)));

async function receive(event) {
  let message = {};
  try { message = event.data?.json() ?? {}; } catch { /* Shown as a general notification below. */ }
  const text = message.notification;
  const tag = text?.tag ?? message.tag ?? (message.requestId && `ask-${message.requestId}`);
  await setBadge(text?.app_badge ?? message.app_badge);
  if (message.type === "clear") {
    await notifyPages();
    await show(text?.title ?? T.closed, text?.body, { tag, silent: true, data: { path: "/", isOver: true } });
    if (hasActions()) await closeLater(tag);
    return;
  }
  if (message.type === "sync" && !text && hasActions()) { await notifyPages(); return; }
  const path = pathOf(text?.navigate) ?? (message.requestId ? `/asks/${message.requestId}` : "/");
  const canDecide = message.type === "approval" && message.requestId && message.inputDigest && message.deadline;
  const mayApprove = canDecide && message.hiddenCharacters === 0 && ["APPROVAL_REQUEST", "PERMISSION_REQUEST"].includes(message.category)
    && (await storage.get("approveFromPush").catch(() => true)) !== false && (await storage.get("device").catch(() => undefined));
  const actions = !hasActions() ? [] : mayApprove ? [{ action: "approve", title: T.approve }, { action: "deny", title: T.deny }]
    : canDecide ? [{ action: "open", title: T.review }, { action: "deny", title: T.deny }] : [];
  await show(text?.title ?? T.general, text?.body, {
    tag, actions, silent: text?.silent === true, dir: text?.dir ?? "auto", requireInteraction: Boolean(canDecide), renotify: false,
    data: { path, ask: canDecide ? message.requestId : undefined, digest: message.inputDigest, deadline: message.deadline, mayApprove: Boolean(mayApprove) },
  });
  await notifyPages();
}

/**
 * Closes the notification that replaced a cleared one, unless another has replaced it. Firefox ends subscriptions after
 * pushes without a notification that is visible three seconds later.
 */
async function closeLater(tag) {
  await new Promise((resolve) => setTimeout(resolve, 5000));
  for (const notification of await self.registration.getNotifications({ tag })) if (notification.data?.isOver) notification.close();
}

function show(title, body, options) {
  return self.registration.showNotification(title, { body, icon: "/console/icon-192.png", badge: "/console/icon-192.png", ...options });
}

async function setBadge(value) {
  const count = Number(value);
  if (value === undefined || !Number.isInteger(count) || !self.navigator.setAppBadge) return;
  await (count ? self.navigator.setAppBadge(count) : self.navigator.clearAppBadge()).catch(() => {});
}

/** The path of a link on this origin; `undefined` for a foreign link. */
function pathOf(link) {
  if (typeof link !== "string") return undefined;
  try {
    const url = new URL(link, location.origin);
    // A path that begins with two slashes is an address on another host.
    return url.origin === location.origin && !url.pathname.startsWith("//") ? url.pathname + url.search : undefined;
  } catch { return undefined; }
}

async function notifyPages() {
  for (const client of await self.clients.matchAll({ type: "window" })) client.postMessage({ type: "refresh" });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { data, title, tag } = { ...event.notification, data: event.notification.data ?? {}, title: event.notification.title, tag: event.notification.tag };
  const isDecision = (event.action === "approve" && data.mayApprove) || event.action === "deny";
  event.waitUntil(isDecision && data.ask ? decide(event.action, data, title, tag) : open(data.path ?? "/"));
});

async function decide(action, { ask, digest, deadline, path }, title, tag) {
  try {
    const response = await sendAnswer({ ask, digest, deadline, answer: { decision: action } });
    if (response.ok) { await notifyPages(); return undefined; }
    const json = await response.json().catch(() => ({})), { error = {}, resolution } = json;
    if (isFromProxy(response.status, json)) throw new Error("unreachable");
    const name = resolution?.answer?.device_name ?? error.resolution?.answer?.device_name;
    const text = response.status === 409 ? T.decided(name) : response.status === 410 ? T.late : response.status === 401 ? T.signedOut : T.failed;
    return show(text, title, { tag, data: { path } });
  } catch {
    return show(T.failed, T.offline, { tag, requireInteraction: true, data: { path } });
  }
}

async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = windows.find((client) => client.visibilityState === "visible") ?? windows[0];
  if (!page) return self.clients.openWindow(path);
  page.postMessage({ type: "open", path });
  return page.focus();
}

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil((async () => {
    const { application_server_key: key } = await (await fetch("/v1/web-push")).json();
    const subscription = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64(key) });
    await fetch("/v1/devices/register", { method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json" }, body: JSON.stringify(registrationBody(subscription)) });
  })());
});

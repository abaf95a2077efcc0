// The state of the service in plain words, and charts from its metrics.
import { T, ago, clock, confirmDialog, dateTime, empty, field, h, icon, number, pill, replace, serverNow, skeleton, svg, timeElement, toast } from "./dom.js";
import { api, get, post, state } from "./state.js";
import { line } from "./review.js";
import { figure } from "./send.js";

/** Reads the Prometheus text format: `name → [{ labels, value }]`. */
export function parseMetrics(text) {
  const metrics = new Map();
  for (const row of text.split("\n")) {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(row);
    if (!match) continue;
    const labels = Object.fromEntries([...(match[2] ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value]) => [key, value]));
    if (!metrics.has(match[1])) metrics.set(match[1], []);
    metrics.get(match[1]).push({ labels, value: Number(match[3]) });
  }
  return metrics;
}

/** A histogram over all labels: `{ buckets: [[limit, count]], sum, count }` with the count of each bucket. */
function histogram(metrics, name) {
  const limits = new Map();
  for (const { labels, value } of metrics.get(`${name}_bucket`) ?? []) {
    const limit = labels.le === "+Inf" ? Infinity : Number(labels.le);
    limits.set(limit, (limits.get(limit) ?? 0) + value);
  }
  const sorted = [...limits].sort((a, b) => a[0] - b[0]);
  const buckets = sorted.map(([limit, value], index) => [limit, value - (index ? sorted[index - 1][1] : 0)]);
  const total = (suffix) => (metrics.get(`${name}_${suffix}`) ?? []).reduce((sum, { value }) => sum + value, 0);
  return { buckets, sum: total("sum"), count: total("count") };
}

/** The upper limit of the bucket that contains the quantile. */
function quantile({ buckets, count }, part) {
  let seen = 0;
  for (const [limit, value] of buckets) { seen += value; if (count && seen >= part * count) return limit; }
  return undefined;
}

const duration = (seconds) => seconds === undefined ? "–" : seconds === Infinity ? T.service.more : seconds < 1 ? `${+(seconds * 1000).toPrecision(2)} ms` : seconds < 60 ? `${+seconds.toPrecision(2)} s` : `${Math.round(seconds / 60)} min`;

/** A bar chart with a text for screen readers. */
function bars(values, { label, format = number, kinds = [] }) {
  const width = 320, height = 96, gap = 3, most = Math.max(1, ...values.map(([, value]) => value));
  const step = width / Math.max(1, values.length);
  return h("figure.chart", h("figcaption.visually-hidden", `${label}: ${values.filter(([, value]) => value).map(([name, value]) => `${name} ${format(value)}`).join(", ") || T.service.noFigures}`),
    svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", preserveAspectRatio: "none" },
      svg("line", { x1: 0, x2: width, y1: height - 0.5, y2: height - 0.5, class: "axis" }),
      values.map(([name, value], index) => { const size = value ? Math.max(3, (value / most) * (height - 8)) : 0; return svg("rect", { x: index * step + gap / 2, y: height - size, width: Math.max(2, step - gap), height: size, rx: 2, class: `bar bar-${kinds[index] ?? "neutral"}` }, svg("title", {}, `${name}: ${format(value)}`)); })),
    h("div.chart-labels", { "aria-hidden": "true" }, values.length > 6 ? [h("span", values[0][0]), h("span", values[Math.floor(values.length / 2)][0]), h("span", values.at(-1)[0])] : values.map(([name, value]) => h("span", `${name} ${format(value)}`))));
}

/** Named values as rows with a bar. */
function rows(values, kinds) {
  const most = Math.max(1, ...values.map(([, value]) => value));
  return h("div.rows-chart", values.map(([name, value], index) => {
    const fill = h(`span.fill-${kinds[index]}`);
    fill.style.width = `${(value / most) * 100}%`;
    return h("div", h("span", name), h("span.track", { "aria-hidden": "true" }, fill), h("span.number", number(value)));
  }));
}

/** The keys of programs: a list, a form for a new one, and revocation. Keys of devices belong to the page of devices. */
function keys(signal) {
  const box = h("div", skeleton(2)), created = h("div", { role: "status" });
  const label = h("input", { required: true, maxlength: 200, autocomplete: "off", placeholder: T.keys.labelExample });
  const role = h("select", ["agent", "admin"].map((value) => h("option", { value }, T.keys.roles[value])));
  const user = h("input", { autocomplete: "off", spellcheck: "false", maxlength: 128, placeholder: state.login.userID });

  async function create(event) {
    event.preventDefault();
    try {
      const { record, key } = await post("/v1/keys", { role: role.value, label: label.value.trim(), ...(user.value.trim() ? { user_id: user.value.trim() } : {}) });
      const copy = h("button.button.small", { onclick: () => navigator.clipboard.writeText(key).then(() => toast(T.keys.copied), (error) => toast(error.message, "error")) }, T.keys.copy);
      replace(created, h("div.panel", h("strong", T.keys.created(line(record.label, 80))), h("p.hint", T.keys.once), h("pre.terminal", key), h("div", copy)));
      label.value = user.value = "";
      load();
    } catch (error) { toast(error.message, "error"); }
  }

  async function revoke(key) {
    if (!(await confirmDialog({ title: T.keys.revokeTitle(line(key.label, 60)), body: T.keys.revokeBody, action: T.keys.revoke }))) return;
    await api("DELETE", `/v1/keys/${key.id}`).then(() => { toast(T.keys.revoked); load(); }, (error) => toast(error.message, "error"));
  }

  async function load() {
    try {
      const { items } = await get("/v1/keys");
      if (signal.aborted) return;
      const valid = items.filter(({ revoked_at }) => !revoked_at), programs = valid.filter((key) => key.role !== "device");
      replace(box, h("div.table-wrap", h("table", h("thead", h("tr", [T.keys.label, T.keys.role, T.keys.user, T.keys.since, T.keys.action].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", programs.map((key) => h("tr", h("td", { dir: "auto" }, line(key.label, 80)), h("td", T.keys.roles[key.role]), h("td", line(key.user_id, 60)), h("td", timeElement(key.created_at, dateTime(key.created_at))),
          h("td", h("button.button.small.danger", { onclick: () => revoke(key), "aria-label": `${T.keys.revoke}: ${line(key.label, 60)}` }, T.keys.revoke))))))),
        h("p.hint", T.keys.others(valid.length - programs.length, items.length - valid.length)));
    } catch (error) { replace(box, h("p.hint", error.message)); }
  }
  load();
  return h("section", { "aria-label": T.keys.title }, h("h2.section-title", T.keys.title), h("p.hint", T.keys.hint), box,
    h("details.more", h("summary", T.keys.create), h("form.panel.stack", { onsubmit: create }, field(T.keys.label, label), field(T.keys.role, role, T.keys.rolesHint), field(T.keys.user, user, T.keys.userHint), h("div", h("button.button.primary", T.keys.create)))), created);
}

export function serviceView({ root, signal }) {
  const words = h("div", skeleton(4)), charts = h("div.charts", skeleton(3));
  const again = h("button.button", { onclick: () => load() }, icon("service", 16), T.service.again);
  root.append(h("section.page", { "aria-label": T.nav.service }, h("header.page-header", h("div.header-row", h("h1", T.nav.service), again), h("p.lead", T.service.lead)), words, h("h2.section-title", T.service.charts), h("p.hint", T.service.chartsHint), charts, keys(signal)));

  async function load() {
    again.disabled = true;
    let metrics;
    try {
      const response = await fetch("/metrics", { credentials: "same-origin", cache: "no-store" });
      if (!response.ok) throw new Error(T.errors.status(response.status));
      metrics = parseMetrics(await response.text());
      const page = await get("/v1/notifications/history?limit=200", { quiet: true }).catch(() => ({ items: [] }));
      if (!signal.aborted) drawCharts(metrics, page.items);
    } catch (error) { replace(charts, h("p.hint", error.message)); }
    try { drawWords(await post("/v1/diagnosis"), metrics); } catch (error) { replace(words, empty("warning", error.status === 403 ? T.service.forbidden : T.errors.title, error.message)); }
    again.disabled = false;
  }

  const sentence = (kind, title, text) => h(`li.finding.finding-${kind}`, icon({ good: "check", bad: "warning", fair: "clock" }[kind], 18), h("div", h("strong", title), text && h("p.hint", text)));

  function drawWords(diagnosis, metrics) {
    if (signal.aborted) return;
    const list = [];
    const drift = Math.abs(clock.offset);
    list.push(sentence("good", T.service.running(diagnosis.version), drift > 5000 ? T.service.drift(Math.round(drift / 1000)) : T.service.clockRight));
    list.push(diagnosis.late_since ? sentence("bad", T.service.late(number(diagnosis.queue_depth)), T.service.lateSince(ago(diagnosis.late_since))) : sentence("good", diagnosis.queue_depth ? T.service.queue(number(diagnosis.queue_depth)) : T.service.queueEmpty));
    if (!diagnosis.devices.length) list.push(sentence("fair", T.service.noDevices, T.service.noDevicesBody));
    for (const gateway of diagnosis.gateways) {
      const { platform, app, environment } = gateway.address;
      const name = T.service.gateway(T.service.platforms[platform] ?? platform, line(app, 80), platform === "ios" || platform === "macos" ? environment : "");
      const kind = { working: "good", refused: "bad", unreachable: "bad", absent: "bad", unclear: "fair" }[gateway.state];
      list.push(sentence(kind, `${name}: ${T.service.gatewayStates[gateway.state]}`, [T.service.gatewayHelp[gateway.state], gateway.reason && T.service.reason(line(gateway.reason, 120)), gateway.milliseconds ? T.service.took(gateway.milliseconds) : ""].filter(Boolean).join(" ")));
    }
    const outcome = (name) => (metrics?.get("bellhop_deliveries_total") ?? []).filter(({ labels }) => labels.outcome === name).reduce((sum, { value }) => sum + value, 0);
    const isStuck = outcome("deferred") + outcome("failed") > outcome("sent");
    if (isStuck) list.push(sentence("fair", T.service.stuck(number(outcome("deferred")), number(outcome("failed"))), T.service.stuckBody));
    const problems = diagnosis.gateways.filter(({ state: value }) => value !== "working" && value !== "unclear").length + (diagnosis.late_since ? 1 : 0);
    replace(words, h(`div.verdict.verdict-${problems ? "bad" : isStuck ? "fair" : "good"}`, icon(problems || isStuck ? "warning" : "check", 24), h("div", h("strong", problems ? T.service.problems(problems) : isStuck ? T.service.attention : T.service.fine), h("p.hint", T.service.checked, " ", timeElement(diagnosis.time)))),
      h("ul.findings-list", list),
      diagnosis.devices.length > 0 && h("div.table-wrap", { role: "region", tabindex: 0, "aria-label": T.nav.devices }, h("table", h("thead", h("tr", [T.service.platform, T.service.app, T.history.state, T.service.count].map((name) => h("th", { scope: "col" }, name)))), h("tbody", diagnosis.devices.map(({ address, state: value, count }) => h("tr", h("td", T.service.platforms[address.platform] ?? address.platform), h("td.mono", line(address.app, 80)), h("td", T.device.states[value]), h("td.number", number(count))))))));
  }

  function drawCharts(metrics, items) {
    const value = (name, labels = {}) => (metrics.get(name) ?? []).filter((entry) => Object.entries(labels).every(([key, wanted]) => entry.labels[key] === wanted)).reduce((sum, entry) => sum + entry.value, 0);
    const ended = ["approved", "denied", "answered", "expired", "withdrawn"].map((name) => [T.states[name], value("bellhop_asks_resolved_total", { state: name })]);
    const deliveries = ["sent", "deferred", "failed"].map((name) => [T.service.outcomes[name], value("bellhop_deliveries_total", { outcome: name })]);
    const hours = Array.from({ length: 24 }, (_, index) => { const start = new Date(serverNow() - (23 - index) * 36e5); start.setMinutes(0, 0, 0); return [start, 0]; });
    for (const item of items) { const slot = hours.findLastIndex(([start]) => start <= new Date(item.created_at)); if (slot >= 0) hours[slot][1]++; }
    const latency = (name) => { const data = histogram(metrics, name); const used = data.buckets.map(([, count], index) => (count ? index : -1)).filter((index) => index >= 0); const from = Math.max(0, (used[0] ?? 0) - 1), to = Math.min(data.buckets.length, (used.at(-1) ?? 6) + 2); return { data, values: data.buckets.slice(from, to).map(([limit, count]) => [limit === Infinity ? T.service.more : `≤ ${duration(limit)}`, count]) }; };
    const toSent = latency("bellhop_ask_to_sent_seconds"), toAnswer = latency("bellhop_ask_to_answer_seconds"), push = latency("bellhop_push_duration_seconds");
    const panel = (title, summary, chart) => h("article.panel.chart-panel", h("h3", title), h("p.chart-summary", summary), chart);
    const spread = ({ data }) => data.count ? [h("strong", duration(quantile(data, 0.5))), ` ${T.service.median} · ${duration(quantile(data, 0.95))} ${T.service.p95} · ${number(data.count)} ${T.service.samples}`] : T.service.noFigures;
    replace(charts,
      panel(T.service.perHour, [h("strong", number(hours.reduce((sum, [, count]) => sum + count, 0))), ` ${T.service.lastDay}`], bars(hours.map(([start, count]) => [start.toLocaleTimeString(T.locale, { hour: "2-digit", minute: "2-digit" }), count]), { label: T.service.perHour, kinds: hours.map(() => "accent") })),
      panel(T.service.deliveries, [h("strong", number(deliveries.reduce((sum, [, count]) => sum + count, 0))), ` ${T.service.sinceStart}`], rows(deliveries, ["success", "warning", "danger"])),
      panel(T.service.asks, [h("strong", number(ended.reduce((sum, [, count]) => sum + count, 0))), ` ${T.service.sinceStart}`], rows(ended, ["success", "danger", "success", "neutral", "neutral"])),
      panel(T.service.toSent, spread(toSent), bars(toSent.values, { label: T.service.toSent, kinds: toSent.values.map(() => "accent") })),
      panel(T.service.toAnswer, spread(toAnswer), bars(toAnswer.values, { label: T.service.toAnswer, kinds: toAnswer.values.map(() => "accent") })),
      panel(T.service.push, spread(push), bars(push.values, { label: T.service.push, kinds: push.values.map(() => "accent") })));
  }

  load();
  return { keys: { r: () => { load(); return true; } } };
}

// What the plugin does with questions: node --test in this folder.
import assert from "node:assert/strict"
import { test } from "node:test"
import { installed, listening, running, settled, types, until, waits } from "./bench.mjs"

const questions = [
  { question: "Which database?", header: "Database", options: [{ label: "SQLite", description: "One file" }] },
  { question: "Which features?", header: "Features", options: [{ label: "Search" }, { label: "Export" }], multiple: true },
]
const answers = [["SQLite"], ["Search", "and sync"]]
const questioned = (id, type = "question.asked") => ({ type, properties: { id, sessionID: "ses_1", questions } })

test("answers to questions are posted in OpenCode's own words, each kind by its route; a no sends the question away", async () => {
  for (const [output, type, url, body] of [
    [{ answers }, "question.asked", "/question/{requestID}/reply", { answers }],
    [{ reply: "reject", message: "Not now" }, "question.asked", "/question/{requestID}/reject", undefined],
    [{ answers }, "question.v2.asked", "/api/session/{sessionID}/question/{requestID}/reply", { answers }],
    [{ reply: "reject" }, "question.v2.asked", "/api/session/{sessionID}/question/{requestID}/reject", undefined],
  ]) {
    const { plugin, told } = await installed(`printf '%s' '${JSON.stringify(output)}'`)
    const calls = []
    let hooks
    const post = async (call) => {
      calls.push(call)
      const ended = type.replace("asked", body ? "replied" : "rejected")
      await hooks.event({ event: { type: ended, properties: { sessionID: "ses_1", requestID: "que_1" } } })
    }
    hooks = await plugin.server({ client: { _client: { post } }, directory: "/p" })
    await hooks.event({ event: questioned("que_1", type) })
    const call = await until(() => calls[0])
    assert.equal(call.url, url)
    assert.deepEqual(call.path, { requestID: "que_1", sessionID: "ses_1" })
    assert.deepEqual(call.body, body)
    // What came of it is no news to Bellhop.
    assert.deepEqual(told(), [{ hook_event_name: type, cwd: "/p", properties: questioned("que_1").properties }])
  }
})

test("where the client cannot answer questions, the server is told, also that there is no answer", async () => {
  for (const [output, expected] of [
    [{ answers }, { url: "/question/que_2/reply", type: "application/json", body: JSON.stringify({ answers }) }],
    [{ reply: "reject" }, { url: "/question/que_2/reject", type: undefined, body: "" }],
  ]) {
    const { plugin } = await installed(`printf '%s' '${JSON.stringify(output)}'`)
    const requests = []
    let hooks
    const server = await listening(({ url, headers }, body) => {
      requests.push({ url, type: headers["content-type"], body })
      hooks.event({ event: { type: "question.replied", properties: { requestID: "que_2" } } })
    })
    hooks = await plugin.server({ client: {}, directory: "/p", serverUrl: server.url })
    await hooks.event({ event: questioned("que_2") })
    await until(() => requests[0])
    server.close()
    assert.deepEqual(requests, [expected])
  }
})

test("what is no answer to these questions, and an answer at the desk, leave them to the terminal", async () => {
  const wrong = ["nonsense", '{"reply":"once"}', '{"answers":[["SQLite"]]}', '{"answers":[["SQLite"],"Search"]}', '{"answers":[["SQLite"],[1]]}', "{}"]
  for (const output of wrong) {
    const { plugin } = await installed(`printf '%s' '${output}'`)
    const calls = []
    const hooks = await plugin.server({ client: { _client: { post: async (call) => calls.push(call) } }, directory: "/p" })
    await hooks.event({ event: questioned("que_3") })
    await settled()
    assert.deepEqual(calls, [])
  }
  for (const ended of ["question.replied", "question.rejected"]) {
    const { plugin, told } = await installed(`if grep -q asked told.$$; then ${waits()}\nfi`)
    const calls = []
    const hooks = await plugin.server({ client: { _client: { post: async (call) => calls.push(call) } }, directory: "/p" })
    await hooks.event({ event: questioned("que_4") })
    await until(() => told().length === 1)
    await hooks.event({ event: { type: ended, properties: { sessionID: "ses_1", requestID: "que_4", answers } } })
    await until(() => told().length === 2)
    assert.deepEqual(types(told()), ["question.asked", ended])
    running().forEach((child) => child.kill("SIGTERM"))
    await settled()
    assert.deepEqual(calls, [])
  }
})

/** OpenCode 2 as far as its `question` tool goes: it shows a form, and takes it away when it is told to stop. */
async function version2(plugin, { signal } = {}) {
  const events = []
  let wake = () => {}
  const emit = (type, data) => (events.push({ type, data }), wake())
  async function* subscribe() {
    for (;;) {
      while (events.length) yield events.shift()
      await new Promise((resolve) => (wake = resolve))
    }
  }
  const forms = new Map()
  const tool = {
    execute: (input, context) =>
      new Promise((resolve, reject) => {
        const form = { id: "frm_1", sessionID: context.sessionID, metadata: { kind: "question", tool: { messageID: "msg_1", id: context.id } } }
        forms.set(form.id, resolve)
        context.signal?.addEventListener("abort", () => {
          forms.delete(form.id)
          emit("form.cancelled", { id: form.id, sessionID: form.sessionID })
          reject(new Error("interrupted"))
        })
        emit("form.created", { form: { ...form, mode: "form", fields: [{ key: "q0", type: "string" }] } })
      }),
  }
  await plugin.setup({
    location: { directory: "/p" },
    event: { subscribe },
    permission: { reply: assert.fail },
    tool: { transform: async (callback) => callback({ update: (name, change) => name === "question" && change(tool) }) },
  })
  const ask = () => tool.execute({ questions }, { sessionID: "ses_2", id: "call_1", signal: signal ?? new AbortController().signal })
  return { ask, tool, forms, emit }
}

test("OpenCode 2's tool is given the phone's answer, and leaves its form", async () => {
  const { plugin, told } = await installed(`printf '%s' '${JSON.stringify({ answers })}'`)
  const { ask, forms } = await version2(plugin)
  const given = await ask()
  assert.deepEqual(given.output, { answers })
  assert.match(given.content, /Which features\?\nSearch, and sync/)
  assert.equal(forms.size, 0)
  const [event] = told()
  assert.deepEqual({ ...event.properties, tool: undefined }, { id: "frm_1", sessionID: "ses_2", questions, tool: undefined })
  assert.equal(told().length, 1)
})

test("a no from the phone is one to OpenCode 2's model, and no answer is none", async () => {
  const { plugin } = await installed(`printf '{"reply":"reject","message":"Not now"}'`)
  const { ask, forms } = await version2(plugin)
  const given = await ask()
  assert.deepEqual(given.output, { answers: [[], []] })
  assert.match(given.content, /does not answer.*Not now/)
  assert.equal(forms.size, 0)
})

test("answered in OpenCode 2's form, Bellhop is told; what cannot be answered from here is not asked", async () => {
  const { plugin, told } = await installed(`if grep -q asked told.$$; then ${waits()}\nfi`)
  const { ask, forms, emit, tool } = await version2(plugin)
  emit("form.created", { form: { id: "frm_2", sessionID: "ses_2", fields: [] } })
  emit("form.created", { form: { id: "frm_3", sessionID: "ses_2", metadata: { kind: "question", tool: { id: "call_9" } } } })
  emit("question.v2.asked", { id: "que_5", sessionID: "ses_2", questions })
  const given = ask()
  await until(() => told().length === 1)
  forms.get("frm_1")({ output: "from the desk" })
  emit("form.replied", { id: "frm_1", sessionID: "ses_2", answer: { q0: "SQLite" } })
  assert.deepEqual(await given, { output: "from the desk" })
  await until(() => told().length === 2)
  assert.deepEqual(types(told()), ["question.asked", "question.replied"])
  running().forEach((child) => child.kill("SIGTERM"))
  // A tool that cannot be told to stop keeps its form.
  const alone = tool.execute({ questions }, { sessionID: "ses_2", id: "call_2" })
  forms.get("frm_1")("alone")
  assert.equal(await alone, "alone")
  // A turn that is stopped stops the tool, as ever.
  const stop = new AbortController()
  const stopped = assert.rejects(tool.execute({ questions }, { sessionID: "ses_2", id: "call_3", signal: stop.signal }), /interrupted/)
  stop.abort()
  await stopped
})

// Runs the plugin against a stand-in for the tool and for OpenCode: node --test in this folder.
import assert from "node:assert/strict"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { test } from "node:test"
import { pathToFileURL } from "node:url"
import { installed, listening, settled, types, until, waits } from "./bench.mjs"

const asked = (id, more = {}) => ({
  type: "permission.asked",
  properties: { id, sessionID: "ses_1", permission: "bash", patterns: ["git push"], metadata: {}, ...more },
})
const replied = (requestID) => ({ type: "permission.replied", properties: { sessionID: "ses_1", requestID, reply: "once" } })

test("what the person said is posted by OpenCode's client", async () => {
  for (const [output, expected] of [
    ['{"reply":"once"}', { reply: "once" }],
    ['{"reply":"reject","message":"Not today"}', { reply: "reject", message: "Not today" }],
  ]) {
    const { plugin, told } = await installed(`printf '%s' '${output}'`)
    const calls = []
    let hooks
    const client = {
      _client: {
        post: async (call) => {
          calls.push(call)
          await hooks.event({ event: replied("per_1") })
        },
      },
    }
    hooks = await plugin.server({ client, directory: "/home/user/shop", serverUrl: new URL("http://opencode.internal") })
    await hooks.event({ event: asked("per_1") })
    const call = await until(() => calls[0])
    assert.deepEqual(call.body, expected)
    assert.equal(call.url, "/permission/{requestID}/reply")
    assert.equal(call.path.requestID, "per_1")
    assert.deepEqual(told(), [
      { hook_event_name: "permission.asked", cwd: "/home/user/shop", properties: asked("per_1").properties },
    ])
  }
})

test("an older OpenCode is answered by its older route", async () => {
  const { plugin } = await installed(`printf '{"reply":"reject","message":"No"}'`)
  const calls = []
  const client = { _client: { post: assert.fail }, postSessionIdPermissionsPermissionId: async (call) => calls.push(call) }
  const hooks = await plugin.server({ client, directory: "/p" })
  await hooks.event({ event: { type: "permission.updated", properties: { id: "per_2", sessionID: "ses_1", type: "bash" } } })
  const call = await until(() => calls[0])
  assert.deepEqual(call, { path: { id: "ses_1", permissionID: "per_2" }, body: { response: "reject" } })
})

test("a request of the second kind is answered by the second kind of route, in the client and in the server", async () => {
  const { plugin } = await installed(`printf '{"reply":"reject","message":"No"}'`)
  const calls = []
  const urls = []
  let hooks
  const server = await listening(({ url }) => {
    urls.push(url)
    hooks.event({ event: { ...replied("per/11"), type: "permission.v2.replied" } })
  })
  hooks = await plugin.server({
    client: { permission: { reply: assert.fail }, _client: { post: async (call) => calls.push(call) } },
    directory: "/p",
    serverUrl: server.url,
  })
  await hooks.event({ event: { ...asked("per/11"), type: "permission.v2.asked" } })
  await until(() => urls[0])
  server.close()
  assert.equal(calls[0].url, "/api/session/{sessionID}/permission/{requestID}/reply")
  assert.deepEqual(calls[0].path, { requestID: "per/11", sessionID: "ses_1" })
  assert.deepEqual(calls[0].body, { reply: "reject", message: "No" })
  assert.deepEqual(urls, ["/api/session/ses_1/permission/per%2F11/reply"])
})

test("two requests at once are asked and answered each for itself", async () => {
  const { plugin } = await installed(`if grep -q per_12 told.$$; then printf '{"reply":"once"}'; else printf '{"reply":"reject"}'; fi`)
  const calls = []
  let hooks
  const post = async (call) => {
    calls.push(call)
    await hooks.event({ event: replied(call.path.requestID) })
  }
  hooks = await plugin.server({ client: { _client: { post } }, directory: "/p" })
  await Promise.all(["per_12", "per_13"].map((id) => hooks.event({ event: asked(id) })))
  await until(() => calls.length === 2)
  const replies = Object.fromEntries(calls.map((call) => [call.path.requestID, call.body.reply]))
  assert.deepEqual(replies, { per_12: "once", per_13: "reject" })
})

test("where the client's reply has no effect, the server's own route gets it", async () => {
  const { plugin } = await installed(`printf '{"reply":"once"}'`)
  const requests = []
  let hooks
  const server = await listening(({ url, headers }, body) => {
    requests.push({ url, folder: headers["x-opencode-directory"], body: JSON.parse(body) })
    hooks.event({ event: replied("per_3") })
  })
  hooks = await plugin.server({
    client: { _client: { post: async () => ({ data: true }) } },
    directory: "/home/user/ü",
    serverUrl: server.url,
  })
  await hooks.event({ event: asked("per_3") })
  const request = await until(() => requests[0])
  server.close()
  assert.deepEqual(request, { url: "/permission/per_3/reply", folder: "%2Fhome%2Fuser%2F%C3%BC", body: { reply: "once" } })
})

test("no answer, a broken one, a failed tool or none at all leave OpenCode's own prompt alone", async () => {
  for (const script of ["", "printf nonsense", `printf '{"reply":"always"}'`, `printf '{"reply":"once"}'; exit 1`]) {
    const { plugin, told } = await installed(`${script.replace("; exit 1", "")}\n: > ended\n${script.includes("exit") ? "exit 1" : ""}`)
    const calls = []
    const reply = async (call) => calls.push(call)
    const client = { _client: { post: reply }, postSessionIdPermissionsPermissionId: reply }
    const hooks = await plugin.server({ client, directory: "/p" })
    await hooks.event({ event: asked("per_4") })
    await until(() => told().length === 1)
    await settled()
    assert.deepEqual(calls, [])
  }
  const { plugin, folder } = await installed("")
  rmSync(join(folder, "bellhop"))
  const hooks = await plugin.server({ client: {}, directory: "/p" })
  await hooks.event({ event: asked("per_5") })
  await hooks["chat.message"]({ sessionID: "ses_1" })
  await settled()
})

test("answered in the terminal, Bellhop is told, nothing is posted and the waiting tool is ended", async () => {
  const { plugin, told, folder } = await installed(
    `if grep -q permission.asked told.$$; then ${waits()}\nfi`,
  )
  const calls = []
  const hooks = await plugin.server({ client: { _client: { post: async (call) => calls.push(call) } }, directory: "/p" })
  await hooks.event({ event: asked("per_6") })
  await until(() => told().length === 1)
  await hooks.event({ event: replied("per_6") })
  await hooks.event({ event: replied("per_6") })
  await until(() => told().length === 2)
  assert.deepEqual(types(told()), ["permission.asked", "permission.replied"])
  // The plugin gives it some seconds to end by itself; nothing keeps the process alive for that.
  await until(() => existsSync(join(folder, "stopped")))
  await settled()
  assert.deepEqual(calls, [])
})

test("one request is asked about once, in however many copies of the plugin", async () => {
  const { plugin, told } = await installed(`printf '{"reply":"once"}'`)
  const calls = []
  const client = { _client: { post: async (call) => calls.push(call) } }
  const hooks = [await plugin.server({ client, directory: "/p" }), await plugin.server({ client, directory: "/p" })]
  for (const { event } of hooks) await event({ event: asked("per_7") })
  for (const { event } of hooks) await event({ event: asked("per_7") })
  await until(() => calls.length)
  assert.equal(told().length, 1)
})

test("what happens is told in order and once; a subagent's end and a stopped turn are no news", async () => {
  const { plugin, told, folder } = await installed(`echo . >> count; n=$(wc -l < count | tr -d ' '); mv told.$$ "told.$n"`)
  const { event, ...hooks } = await plugin.server({ client: {}, directory: "/p" })
  const happens = (type, properties) => event({ event: { type, properties } })
  await hooks["chat.message"]({ sessionID: "s" }, {})
  await hooks["tool.execute.before"]({ tool: "bash", sessionID: "s", callID: "c" }, { args: { command: "ls" } })
  await hooks["tool.execute.after"]({ tool: "bash", sessionID: "s", callID: "c", args: { command: "ls" } }, {})
  await happens("todo.updated", { sessionID: "s", todos: [] })
  await happens("session.created", { info: { id: "child", parentID: "s" } })
  await happens("session.idle", { sessionID: "child" })
  await happens("session.error", { sessionID: "s", error: { name: "APIError", data: { message: "429" } } })
  await happens("session.idle", { sessionID: "s" })
  await hooks["chat.message"]({ sessionID: "s" }, {})
  await happens("session.error", { sessionID: "s", error: { name: "MessageAbortedError" } })
  await happens("session.idle", { sessionID: "s" })
  await hooks["chat.message"]({ sessionID: "s" }, {})
  await happens("session.idle", { sessionID: "s" })
  await happens("session.deleted", { info: { id: "s" } })
  await happens("message.part.updated", { part: {} })
  await until(() => existsSync(join(folder, "told.10")))
  const names = []
  for (let index = 1; index <= 10; index += 1) {
    names.push(JSON.parse(readFileSync(join(folder, `told.${index}`), "utf8")).hook_event_name)
  }
  assert.deepEqual(names, [
    "chat.message", "tool.execute.before", "tool.execute.after", "todo.updated", "session.error", "chat.message",
    "Interrupt", "chat.message", "session.idle", "session.deleted",
  ])
  assert.equal(told().length, 10)
})

test("OpenCode 2 is answered through its own context, for its own folder only", async () => {
  const { plugin, told } = await installed(`printf '{"reply":"once"}'`)
  const calls = []
  const request = { id: "per_8", sessionID: "ses_2", action: "bash", resources: ["git push"], metadata: { a: 1 } }
  async function* events() {
    yield { type: "permission.asked", data: { ...request, id: "per_9" }, location: { directory: "/elsewhere" } }
    yield { type: "permission.asked", data: request, location: { directory: "/home/user/shop" } }
    yield { type: "session.execution.succeeded", data: { sessionID: "ses_2" } }
    yield { type: "session.execution.settled", data: { sessionID: "ses_2", outcome: "success" } }
  }
  const context = {
    location: { directory: "/home/user/shop" },
    event: { subscribe: events },
    permission: { reply: async (call) => calls.push(call) },
  }
  const end = await plugin.setup(context)
  const call = await until(() => calls[0])
  assert.deepEqual(call, { sessionID: "ses_2", requestID: "per_8", reply: "once", decision: "once" })
  await until(() => told().length === 2)
  assert.deepEqual(types(told()), ["permission.asked", "session.idle"])
  const ask = told().find((event) => event.hook_event_name === "permission.asked")
  assert.equal(ask.properties.permission, "bash")
  assert.deepEqual(ask.properties.patterns, ["git push"])
  end()
  // Version 1 calls `setup` as well, with a context that only registers things.
  assert.equal(await plugin.setup({ tool: {} }), undefined)
})

test("a waiting tool ends with OpenCode", async () => {
  const { folder, file } = await installed(waits('write("waiting", "")'))
  const script = `
    import plugin from ${JSON.stringify(pathToFileURL(file).href)}
    import { existsSync } from "node:fs"
    const hooks = await plugin.server({ client: {}, directory: "/p" })
    await hooks.event({ event: ${JSON.stringify(asked("per_10"))} })
    while (!existsSync(${JSON.stringify(join(folder, "waiting"))})) await new Promise((resolve) => setImmediate(resolve))
    process.exit(0)`
  assert.equal(spawnSync(process.execPath, ["--input-type=module", "--eval", script]).status, 0)
  await until(() => existsSync(join(folder, "stopped")))
})

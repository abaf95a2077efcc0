// What the tests of the plugin share: a stand-in for the tool that it runs.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after } from "node:test"
import { fileURLToPath, pathToFileURL } from "node:url"

const source = readFileSync(fileURLToPath(new URL("./bellhop.js", import.meta.url)), "utf8")
const folders = []
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** The plugin, running a tool that keeps what it is told in files and then does what `script` says. */
export async function installed(script) {
  const folder = mkdtempSync(join(tmpdir(), "bellhop's plugin "))
  folders.push(folder)
  const tool = join(folder, "bellhop")
  writeFileSync(tool, `#!/bin/sh\ncd '${folder.replaceAll("'", "'\\''")}'\ncat > "in.$$"\nmv "in.$$" "told.$$"\n${script}\n`)
  chmodSync(tool, 0o755)
  const file = join(folder, "bellhop.mjs")
  writeFileSync(file, source.replace('const bellhop = "bellhop"', `const bellhop = ${JSON.stringify(tool)}`))
  delete globalThis[Symbol.for("dev.bellhop.opencode")]
  const told = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith("told."))
      .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")))
  return { plugin: (await import(pathToFileURL(file))).default, told, folder, file }
}

/** A line for the stand-in: wait to be ended. A shell cannot trap a signal that it was started without; this can. */
export const waits = (first = "") =>
  `exec '${process.execPath}' -e 'const { writeFileSync: write } = require("node:fs")
process.on("SIGTERM", () => { write("stopped", ""); process.exit() })
setInterval(() => {}, 1e6)
${first}'`

/** Looks again and again until `condition` gives something. */
export async function until(condition) {
  for (;;) {
    const value = condition()
    if (value) return value
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export const types = (told) => told.map((event) => event.hook_event_name).sort()

/** The tools that the plugin has started and that have not ended. */
export const running = () => globalThis[Symbol.for("dev.bellhop.opencode")].children

/** When all of them have ended, and what the plugin makes of it is done. */
export async function settled() {
  await until(() => running().size === 0)
  await new Promise((resolve) => setImmediate(resolve))
}

/** OpenCode's server, as far as it is asked: `onRequest` gets each request with its whole body. */
export async function listening(onRequest) {
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (data) => (body += data)).on("end", () => {
      response.end("true")
      onRequest(request, body)
    })
  })
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: new URL(`http://127.0.0.1:${server.address().port}`), close: () => server.close() }
}

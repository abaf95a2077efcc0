// Written by Scripts/integrations from Integrations/opencode/bellhop.js. Change that, and run it again.

// swift-format-ignore
enum OpenCodePlugin {
    /// The file in `Integrations`, in which the path of the tool is replaced.
    static let source = ##"""
        // Bellhop for OpenCode: permission requests and questions go to your phone, and its answers come back.
        //
        // `bellhop setup opencode` copies this file into OpenCode's folder of plugins. One file serves OpenCode 1 and 2: version 1
        // calls `server`, version 2 calls `setup`. After any failure OpenCode's own prompt stays open and decides.
        import { spawn } from "node:child_process"

        const bellhop = "bellhop"
        // The folder of the configuration, so that a project's environment variables cannot name another server.
        const config = ""

        // Shared by all copies of this plugin in one process, so that one request is asked about once.
        const shared = (globalThis[Symbol.for("dev.bellhop.opencode")] ??= {
          requests: new Map(),
          children: new Set(),
          isWatchingExit: false,
        })
        // The open questions of OpenCode 2's `question` tool by call. Missing when an older copy was loaded first.
        const asking = (shared.asking ??= new Map())
        const remembered = 500
        const longestInput = 1_000_000
        // The time that OpenCode has to confirm a reply, and a hook to notice that it is not needed any more, in ms.
        const patience = 2_000
        const grace = 4_000

        /** Runs the hook with one event. Resolves with what it prints, or with nothing; never rejects. */
        function run(event, onStart = () => {}) {
          return new Promise((resolve) => {
            let output = ""
            let child
            try {
              const words = /bellhop-hook(\.exe)?$/.test(bellhop) ? ["opencode"] : ["hook", "opencode"]
              if (config) words.push("--config", config)
              child = spawn(bellhop, words, { stdio: ["pipe", "pipe", "ignore"], windowsHide: true })
            } catch {
              return resolve("")
            }
            shared.children.add(child)
            watchExit()
            const end = (text) => {
              shared.children.delete(child)
              resolve(text)
            }
            child.stdout.setEncoding("utf8")
            child.stdout.on("data", (text) => {
              if (output.length < longestInput) output += text
            })
            child.stdin.on("error", () => {})
            child.on("error", () => end(""))
            child.on("close", (code) => end(code === 0 ? output : ""))
            child.stdin.end(JSON.stringify(event))
            onStart(child)
          })
        }

        /** Withdraws the ask of a waiting hook when OpenCode exits, because the reply would reach no process. */
        function watchExit() {
          if (shared.isWatchingExit) return
          shared.isWatchingExit = true
          process.on("exit", () => shared.children.forEach((child) => child.kill("SIGTERM")))
        }

        const isQuestion = (type) => type.startsWith("question.")

        /** What the hook printed, if it is a reply to such a request: anything else is none. */
        function parse(output, type, { questions }) {
          try {
            const { reply, message, answers } = JSON.parse(output)
            if (isQuestion(type) && areAnswers(answers, questions)) return { answers }
            if (reply !== "reject" && (reply !== "once" || isQuestion(type))) return undefined
            return typeof message === "string" && message ? { reply, message } : { reply }
          } catch {
            return undefined
          }
        }

        /** One list of texts for each question. */
        function areAnswers(answers, questions) {
          return (
            Array.isArray(answers) &&
            answers.length === questions?.length &&
            answers.every((answer) => Array.isArray(answer) && answer.every((text) => typeof text === "string"))
          )
        }

        function within(milliseconds, promise) {
          let timer
          const late = new Promise((resolve) => {
            timer = setTimeout(() => resolve(false), milliseconds)
            timer.unref?.()
          })
          return Promise.race([promise.then(() => true), late]).finally(() => clearTimeout(timer))
        }

        /** What both versions of OpenCode share. `ways` lists how to reply, best first: ({ requestID, sessionID, … }) => Promise. */
        function relay(directory, ways) {
          const subagents = new Set()
          const ended = new Set()
          let waiting = 0
          let queue = Promise.resolve()

          const eventOf = (type, properties) => ({ hook_event_name: type, cwd: directory, properties })

          /** Tells Bellhop, one after the other, without holding anything up. What is behind is left out, not what matters. */
          function tell(type, properties, isDetail = false) {
            let event = eventOf(type, properties)
            if (isDetail && waiting > 16) return
            if (JSON.stringify(event).length > longestInput) event = eventOf(type, { ...properties, args: undefined })
            waiting += 1
            queue = queue.then(() => run(event)).finally(() => (waiting -= 1))
          }

          async function ask(type, properties) {
            const requestID = properties.id
            if (!requestID || shared.requests.has(requestID)) return
            const request = { isOver: false, isAnswered: false }
            request.over = new Promise((resolve) => (request.end = resolve))
            shared.requests.set(requestID, request)
            if (shared.requests.size > remembered) shared.requests.delete(shared.requests.keys().next().value)
            const output = await run(eventOf(type, properties), (child) => (request.child = child))
            request.child = undefined
            const answer = parse(output, type, properties)
            if (!answer || request.isOver) return
            request.isAnswered = true
            for (const reply of ways) {
              try {
                await reply({ type, requestID, sessionID: properties.sessionID, callID: properties.tool?.callID, ...answer })
              } catch {
                continue
              }
              // Some versions accept a reply for a request of another part without any effect. Then the other route is tried; when it
              // fails too, the prompt stays open.
              if (await within(patience, request.over)) return
            }
          }

          function replied(type, properties) {
            const request = shared.requests.get(properties.requestID ?? properties.permissionID)
            if (!request || request.isOver) return
            request.isOver = true
            request.end()
            if (request.isAnswered) return
            // The terminal answered first.
            run(eventOf(type, properties))
            const { child } = request
            if (child) setTimeout(() => child.kill("SIGTERM"), grace).unref?.()
          }

          return {
            tell,
            handle(type, properties) {
              const session = properties.sessionID ?? properties.info?.id
              switch (type) {
                case "permission.asked":
                case "permission.v2.asked":
                case "permission.updated":
                case "question.asked":
                case "question.v2.asked":
                  return void ask(type, properties).catch(() => {})
                case "permission.replied":
                case "permission.v2.replied":
                case "question.replied":
                case "question.v2.replied":
                case "question.rejected":
                case "question.v2.rejected":
                  return replied(type, properties)
                case "session.created":
                  if (properties.info?.parentID ?? properties.parentID) subagents.add(session)
                  return
                case "chat.message":
                  ended.delete(session)
                  return tell(type, properties)
                case "session.error":
                case "session.idle":
                  // A turn ends once, whatever the number of events; the end of a subagent is ignored.
                  if (ended.has(session) || subagents.has(session)) return
                  ended.add(session)
                  // The user stopped it: no notification.
                  if (properties.error?.name === "MessageAbortedError") return tell("Interrupt", { sessionID: session })
                  return tell(type, properties)
                case "session.deleted":
                  return tell(type, { sessionID: session })
                case "todo.updated":
                  return tell(type, properties)
              }
            },
          }
        }

        /** Where a reply to such an event goes in OpenCode 1, and what it says: each kind of event has a route of its own. */
        function route({ type, reply, message, answers }) {
          const body = answers ? { answers } : message ? { reply, message } : { reply }
          switch (type) {
            // The rejection of a question has no message.
            case "question.asked":
              return answers ? { url: "/question/{requestID}/reply", body } : { url: "/question/{requestID}/reject" }
            case "question.v2.asked": {
              const url = "/api/session/{sessionID}/question/{requestID}"
              return answers ? { url: `${url}/reply`, body } : { url: `${url}/reject` }
            }
            case "permission.updated":
              return { url: "/session/{sessionID}/permissions/{requestID}", body: { response: reply } }
            case "permission.v2.asked":
              return { url: "/api/session/{sessionID}/permission/{requestID}/reply", body }
            default:
              return { url: "/permission/{requestID}/reply", body }
          }
        }

        /** OpenCode 1: https://opencode.ai/v1/docs/plugins */
        async function server({ client, directory, serverUrl }) {
          const headers = { "Content-Type": "application/json" }
          const byClient = async (answer) => {
            const { type, requestID, sessionID, reply } = answer
            const { url, body } = route(answer)
            if (type === "permission.asked" && client?.permission?.reply) return client.permission.reply({ requestID, ...body })
            if (type === "question.asked" && client?.question?.reply) {
              return body ? client.question.reply({ requestID, ...body }) : client.question.reject({ requestID })
            }
            if (type !== "permission.updated" && client?._client?.post) {
              return client._client.post({ url, path: { requestID, sessionID }, ...(body ? { body, headers } : {}) })
            }
            if (isQuestion(type)) throw new Error("this client has no way to answer questions")
            return client.postSessionIdPermissionsPermissionId({
              path: { id: sessionID, permissionID: requestID },
              body: { response: reply },
            })
          }
          const { handle, tell } = relay(directory, [
            byClient,
            async (answer) => {
              const { url, body } = route(answer)
              const path = url.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(answer[name]))
              await fetch(new URL(path, serverUrl), {
                method: "POST",
                headers: { ...(body ? headers : {}), "x-opencode-directory": encodeURIComponent(directory) },
                body: body && JSON.stringify(body),
                signal: AbortSignal.timeout(patience),
              })
            },
            // Versions between 1 and 2 also report requests of the second kind as requests of the first.
            async (answer) => {
              if (answer.type === "permission.asked") await byClient({ ...answer, type: "permission.v2.asked" })
              if (answer.type === "question.asked") await byClient({ ...answer, type: "question.v2.asked" })
            },
          ])
          return {
            event: async ({ event }) => {
              if (event?.properties) handle(event.type, event.properties)
            },
            "chat.message": async ({ sessionID }) => handle("chat.message", { sessionID }),
            "tool.execute.before": async ({ tool, sessionID, callID }, output) =>
              tell("tool.execute.before", { tool, sessionID, callID, args: output?.args }, true),
            "tool.execute.after": async ({ tool, sessionID, callID, args }) =>
              tell("tool.execute.after", { tool, sessionID, callID, args }, true),
          }
        }

        /**
         * OpenCode 2 asks its questions in a form, and gives plugins no way to fill one in. So the tool that asks is given the
         * phone's answer, and told to leave its form, which takes that off the screen.
         */
        function answerable(tool) {
          const ask = tool.execute
          tool.execute = async (input, context) => {
            // When the form cannot be closed it is left to the terminal.
            if (!context?.id || !context.signal) return ask(input, context)
            const use = `${context.sessionID} ${context.id}`
            const leaving = new AbortController()
            const phone = new Promise((resolve) => {
              const answer = (reply) => {
                resolve(result(input.questions, reply))
                leaving.abort()
              }
              asking.set(use, { questions: input?.questions, answer })
            })
            try {
              const signal = AbortSignal.any([context.signal, leaving.signal])
              return await Promise.race([phone, ask(input, { ...context, signal })])
            } finally {
              asking.delete(use)
            }
          }
        }

        /** What the tool gives back; see packages/core/src/tool/plugin/question.ts of OpenCode. */
        function result(questions, { answers, message }) {
          const output = { answers: answers ?? questions.map(() => []) }
          const lines = questions.map(({ question }, index) => `${question}\n${output.answers[index].join(", ")}`)
          const content = answers
            ? `The user has answered:\n${lines.join("\n")}`
            : `The user does not answer these questions: ${message ?? "no reason given"}`
          return { output, content, metadata: output }
        }

        /** A form of OpenCode 2 as the question that it asks; those of others, such as MCP servers, are for the terminal. */
        function question({ id, sessionID, metadata }) {
          const callID = metadata?.tool?.id
          const questions = metadata?.kind === "question" && asking.get(`${sessionID} ${callID}`)?.questions
          return questions && { id, sessionID, questions, tool: { callID } }
        }

        /** The events of OpenCode 2 under the names of version 1. */
        function translated({ type, data }) {
          switch (type) {
            case "form.created": {
              const asked = question(data.form ?? {})
              return asked ? ["question.asked", asked] : [type, data]
            }
            // Questions of versions without forms: a plugin cannot reply to them.
            case "question.asked":
            case "question.v2.asked":
              return ["unanswerable", data]
            case "form.replied":
              return ["question.replied", { sessionID: data.sessionID, requestID: data.id }]
            case "form.cancelled":
              return ["question.rejected", { sessionID: data.sessionID, requestID: data.id }]
            case "permission.asked":
            case "permission.v2.asked":
              return [type, { ...data, permission: data.permission ?? data.action, patterns: data.patterns ?? data.resources }]
            case "session.execution.started":
              return ["chat.message", { sessionID: data.sessionID }]
            case "session.execution.succeeded":
              return ["session.idle", data]
            case "session.execution.failed":
              return ["session.error", failure(data)]
            case "session.execution.interrupted":
              return ["session.error", { sessionID: data.sessionID, error: { name: "MessageAbortedError" } }]
            case "session.execution.settled":
              if (data.outcome === "interrupted") return translated({ type: "session.execution.interrupted", data })
              return data.outcome === "failure" ? ["session.error", failure(data)] : ["session.idle", data]
            default:
              return [type, data]
          }
        }

        function failure({ sessionID, error }) {
          const name = error?.name ?? error?.type ?? "Error"
          return { sessionID, error: { name, data: { message: error?.data?.message ?? error?.message } } }
        }

        /** OpenCode 2: https://opencode.ai/docs/build/plugins. Version 1 calls this too, with a context that has no events. */
        async function setup(context) {
          if (!context?.event?.subscribe || !context.permission?.reply) return
          const directory = context.location?.directory ?? process.cwd()
          const { handle } = relay(directory, [
            // Older versions call the decision `reply`; each version ignores the other field.
            ({ type, requestID, sessionID, callID, ...answer }) => {
              if (isQuestion(type)) return asking.get(`${sessionID} ${callID}`)?.answer(answer)
              return context.permission.reply({ sessionID, requestID, decision: answer.reply, ...answer })
            },
          ])
          const reach = async () => context.tool?.transform?.((editor) => editor.update?.("question", answerable))
          await reach().catch(() => {})
          const ending = new AbortController()
          const listen = async () => {
            for await (const event of context.event.subscribe({ signal: ending.signal })) {
              // Every project of a server has its own copy of this plugin, and all copies receive the events of all projects.
              const place = event.location?.directory
              if (!event.data || (place && place !== directory)) continue
              handle(...translated(event))
            }
          }
          listen().catch(() => {})
          return () => ending.abort()
        }

        export default { id: "bellhop", server, setup }

        """##
}

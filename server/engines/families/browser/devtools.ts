import type { ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'

const Message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  sessionId: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
})
type Message = z.infer<typeof Message>

/** The Chrome DevTools Protocol over pipes 3 and 4: JSON messages terminated by a null byte. */
export class DevTools {
  readonly #write: Writable
  readonly #events = new EventEmitter()
  readonly #waiting = new Map<number, (message: Message) => void>()
  #serial = 0
  #rest = ''

  constructor(browser: ChildProcess) {
    this.#write = browser.stdio[3] as Writable
    const read = browser.stdio[4] as Readable
    read.setEncoding('utf8').on('data', (text: string) => this.#receive(text))
    this.#write.on('error', () => {})
    browser.once('close', () => {
      for (const answer of this.#waiting.values()) answer({ error: { message: 'Chromium ended.' } })
    })
  }

  #receive(text: string): void {
    const parts = (this.#rest + text).split('\0')
    this.#rest = parts.pop() ?? ''
    for (const part of parts) {
      const message = Message.parse(JSON.parse(part))
      if (message.id === undefined) this.#events.emit(`${message.sessionId ?? ''} ${message.method}`, message)
      else this.#waiting.get(message.id)?.(message)
    }
  }

  /** Calls a method; throws with Chromium's message on failure. */
  async call(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.#serial
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve))
    this.#write.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    const { result, error } = await answered
    this.#waiting.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result ?? {}
  }

  /** Calls `heard` on each event of this name in the session. */
  on(method: string, sessionId: string, heard: () => void): void {
    this.#events.on(`${sessionId} ${method}`, heard)
  }

  /** Removes the listeners of a session. */
  forget(sessionId: string): void {
    for (const name of this.#events.eventNames())
      if (String(name).startsWith(`${sessionId} `)) this.#events.removeAllListeners(name)
  }

  /** Resolves on the next event of this name in the session. */
  async event(method: string, sessionId: string): Promise<void> {
    await once(this.#events, `${sessionId} ${method}`)
  }
}

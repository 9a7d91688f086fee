import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

type State = 'open' | 'frozen' | 'closed'

/**
 * The network between two parts: `frozen` loses what is sent and keeps connections, as a cable that
 * is pulled does; `closed` breaks them and refuses new ones, as a server that is down does.
 */
export class TcpProxy {
  readonly #target: { host: string; port: number }
  readonly #pairs = new Set<[Socket, Socket]>()
  readonly #server: Server
  #state: State = 'open'
  #port = 0

  private constructor(target: { host: string; port: number }) {
    this.#target = target
    this.#server = createServer((near) => this.#pass(near))
  }

  static async start(port: number, host = '127.0.0.1'): Promise<TcpProxy> {
    const proxy = new TcpProxy({ host, port })
    await proxy.#listen()
    return proxy
  }

  get port(): number {
    return this.#port
  }

  /** What was sent while it was frozen arrives once it is open again. */
  async set(state: State): Promise<void> {
    const before = this.#state
    this.#state = state
    if (state === 'closed') {
      this.#server.close()
      for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy()
    } else if (before === 'closed') await this.#listen()
    for (const pair of this.#pairs)
      for (const socket of pair) state === 'frozen' ? socket.pause() : socket.resume()
  }

  async close(): Promise<void> {
    if (this.#state !== 'closed') await this.set('closed')
  }

  async #listen() {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (address && typeof address === 'object') this.#port = address.port
  }

  #pass(near: Socket) {
    const far = connect(this.#target)
    const pair: [Socket, Socket] = [near, far]
    this.#pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', () => {})
      from.on('data', (chunk) => {
        if (!to.write(chunk)) from.pause()
      })
      to.on('drain', () => {
        if (this.#state === 'open') from.resume()
      })
      from.on('close', () => {
        this.#pairs.delete(pair)
        to.destroy()
      })
      if (this.#state === 'frozen') from.pause()
    }
  }
}

import { connect, createServer, type Server, type Socket } from 'node:net'

/** A wire to the store that can be cut, and that counts what is written. */
export class Wire {
  readonly #sockets = new Set<Socket>()
  readonly #server: Server
  #port = 0
  /** The paths of all requests that wrote an object or a part of one, in their order. */
  readonly writes: string[] = []

  constructor(to: URL) {
    this.#server = createServer((near) => {
      const far = connect(Number(to.port), to.hostname)
      for (const socket of [near, far]) {
        this.#sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => {
          this.#sockets.delete(socket)
          near.destroy()
          far.destroy()
        })
      }
      near.on('data', (chunk: Buffer) => {
        const [, path] = /^PUT (\S+) HTTP/.exec(chunk.toString('latin1', 0, 500)) ?? []
        if (path) this.writes.push(path)
      })
      near.pipe(far).pipe(near)
    })
  }

  async restore() {
    await new Promise<void>((done) => this.#server.listen(this.#port, '127.0.0.1', done))
    this.#port = (this.#server.address() as { port: number }).port
    return `http://127.0.0.1:${this.#port}`
  }

  async cut() {
    const closed = new Promise((done) => this.#server.close(done))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}

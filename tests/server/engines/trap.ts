import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'

/**
 * What no conversion may reach: a secret in a file beside the jobs, and a listener that counts its
 * callers.
 */
export class Trap {
  readonly secret = `secret-${randomUUID()}`
  readonly secretFile: string
  requests = 0
  readonly #listener = createServer((socket) => {
    this.requests += 1
    socket.destroy()
  })

  constructor(folder: string) {
    this.secretFile = join(folder, 'planted.txt')
  }

  async open(): Promise<void> {
    writeFileSync(this.secretFile, this.secret)
    await new Promise<void>((resolve) => this.#listener.listen(0, '127.0.0.1', resolve))
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port
  }

  close(): void {
    this.#listener.close()
  }
}

import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { Scanner } from '../platform.ts'

/** Timeout for the response, and for each chunk of a file. */
const PATIENCE = 60_000

/**
 * Scans files with ClamAV's daemon (clamd protocol, INSTREAM). `address` is `host:port` or the
 * socket's path. An unreachable daemon or a failed scan is an error, never a clean file.
 */
export const openClamd = (address: string): Scanner => ({
  find: (path) =>
    new Promise((resolve, reject) => {
      const socket = open(address)
      let said = ''
      const fail = (error: Error) => {
        socket.destroy()
        reject(new Error('the virus scanner could not look', { cause: error }))
      }
      socket.setTimeout(PATIENCE, () => fail(new Error('it does not answer')))
      socket.on('error', fail)
      socket.on('data', (chunk: Buffer) => {
        said += chunk.toString('latin1')
        if (said.length > 4096) fail(new Error('it says too much'))
      })
      socket.on('end', () => {
        socket.destroy()
        const [, name, verdict] = /^stream: (?:(.+) )?(OK|FOUND)\0?$/.exec(said) ?? []
        if (verdict === 'OK') resolve(null)
        else if (verdict === 'FOUND') resolve(name ?? 'something')
        else fail(new Error(said.slice(0, 200)))
      })
      socket.once('connect', () => void send(socket, path).catch(fail))
    }),
})

function open(address: string): Socket {
  const [, host = '', port = ''] = /^([^/]+):(\d+)$/.exec(address) ?? []
  return port ? connect(Number(port), host) : connect(address)
}

/** The command, then length-prefixed chunks, then a zero length. */
async function send(socket: Socket, path: string) {
  const write = (bytes: Buffer) =>
    new Promise<void>((done, fail) => socket.write(bytes, (error) => (error ? fail(error) : done())))
  await write(Buffer.from('zINSTREAM\0'))
  const length = Buffer.alloc(4)
  for await (const chunk of createReadStream(path)) {
    length.writeUInt32BE((chunk as Buffer).length)
    await write(Buffer.concat([length, chunk as Buffer]))
  }
  await write(Buffer.alloc(4))
}

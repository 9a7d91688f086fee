import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * The test file that every scanner knows (eicar.org); in two parts, so that no scanner minds this
 * one.
 */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** What a scanner says that knows one piece of malware. */
export const judge = (content: string) =>
  content.includes(EICAR) ? 'stream: Eicar-Signature FOUND' : 'stream: OK'

/** Speaks clamd's protocol as its manual has it. */
export function startDaemon(answer: (content: string) => string): Promise<Server> {
  const daemon = createServer((socket) => {
    let got = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      got = Buffer.concat([got, chunk])
      const command = Buffer.from('zINSTREAM\0')
      if (got.length < command.length || !got.subarray(0, command.length).equals(command)) return
      let content = ''
      for (let at = command.length; at + 4 <= got.length; ) {
        const length = got.readUInt32BE(at)
        if (length === 0) return void socket.end(`${answer(content)}\0`)
        if (at + 4 + length > got.length) return
        content += got.subarray(at + 4, at + 4 + length).toString('latin1')
        at += 4 + length
      }
    })
  }).listen(0, '127.0.0.1')
  return once(daemon, 'listening').then(() => daemon)
}

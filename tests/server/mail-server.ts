import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** As it came over the line. */
  raw: string
  /** With the transfer encoding of its parts undone, for looking into. */
  readable: string
}

/**
 * A mail server that keeps what it is given. `answer` decides what it says to a recipient: with an
 * SMTP code it refuses, and while its promise is open the sender waits.
 */
export async function startMailServer(
  options: { port?: number; answer?: (recipient: string) => Promise<number | undefined> } = {},
) {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const answer = options.answer?.(address) ?? Promise.resolve(undefined)
      answer.then((code) =>
        done(code ? Object.assign(new Error('not here'), { responseCode: code }) : undefined),
      )
    },
    onData: (stream, { envelope }, done) => {
      text(stream).then((raw) => {
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw,
          readable: raw
            .replace(/=\r\n/g, '')
            .replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
              Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
            ),
        })
        done()
      }, done)
    },
  })
  server.on('error', () => {}) // a sender that breaks off is what some tests are about
  await new Promise<void>((listening) => {
    server.listen(options.port ?? 0, '127.0.0.1', listening)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

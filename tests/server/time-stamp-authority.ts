import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

interface Ways {
  /**
   * Another authority of the same name vouches for it, and its certificate comes along: `true`, or
   * a `false` one.
   */
  chain?: 'true' | 'false'
  /** What becomes of an answer on its way. */
  alter?: (reply: Buffer) => Buffer
}

/** A time-stamp authority of openssl's, in a folder of one's own. */
export async function startAuthority(
  folder: string,
  { chain, alter = (reply) => reply }: Ways = {},
): Promise<{ url: string; close(): void }> {
  const at = (name: string) => join(folder, name)
  const openssl = (args: string) => execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'pipe' })
  openssl(
    'req -x509 -newkey rsa:2048 -nodes -keyout t.key -out t.pem -subj /CN=Clock -days 2 -addext extendedKeyUsage=critical,timeStamping',
  )
  if (chain) {
    const root = 'req -x509 -newkey rsa:2048 -nodes -subj /CN=Root -days 2'
    openssl(`${root} -keyout r.key -out r.pem`)
    openssl(`${root} -keyout f.key -out f.pem`)
    openssl('req -new -key t.key -subj /CN=Clock -out t.csr')
    writeFileSync(at('ext'), 'extendedKeyUsage=critical,timeStamping\n')
    openssl('x509 -req -in t.csr -CA r.pem -CAkey r.key -CAcreateserial -days 2 -extfile ext -out t.pem')
  }
  const certs = chain ? `certs = ${at(chain === 'true' ? 'r.pem' : 'f.pem')}\n` : ''
  writeFileSync(at('serial'), '01\n')
  writeFileSync(
    at('tsa.cnf'),
    `[tsa]\ndefault_tsa = t\n[t]\nserial = ${at('serial')}\nsigner_cert = ${at('t.pem')}\nsigner_key = ${at('t.key')}\nsigner_digest = sha256\ndefault_policy = 1.2.3.4\ndigests = sha256\n${certs}`,
  )
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    writeFileSync(at('query'), Buffer.concat(parts))
    response.end(alter(openssl('ts -reply -config tsa.cnf -queryfile query')))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}

import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublic } from '../../server/adapters/public-agent.ts'
import { openPublicWeb } from '../../server/adapters/public-web.ts'
import { WebError } from '../../server/core/web-error.ts'

const asked: string[] = []
const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/files/summer%20report.md': (_, response) => response.end('# Summer'),
  '/named': (_, response) =>
    response
      .setHeader('content-disposition', "attachment; filename*=UTF-8''na%C3%AFve%20plan.docx")
      .end('bytes'),
  '/missing': (_, response) => response.writeHead(404).end('no'),
  '/inwards': (_, response) => response.writeHead(302, { location: 'http://10.1.2.3/secret' }).end(),
  '/round': (_, response) => response.writeHead(301, { location: '/round' }).end(),
  '/onwards': (_, response) => response.writeHead(307, { location: '/files/summer%20report.md' }).end(),
  '/script': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
}
let server: Server
let here = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const route = routes[request.url ?? '']
    if (route) route(request, response)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const get = async (url: string, web = openPublicWeb(['127.0.0.1/32'])) => {
  try {
    const { body, filename, size } = await web.get(url, AbortSignal.timeout(10_000))
    return { filename, size, content: await text(body) }
  } finally {
    await web.close()
  }
}
const failure = async (url: string, web?: ReturnType<typeof openPublicWeb>) => {
  const error = await get(url, web).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(WebError)
  return error as WebError
}

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fc00::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'ff02::1',
    'nonsense',
  ])('%s is not public', (address) => expect(isPublic(address)).toBe(false))

  it.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111'])('%s is public', (address) =>
    expect(isPublic(address)).toBe(true),
  )
})

describe('fetching', () => {
  it('brings a file with its name', async () => {
    expect(await get(`${here}/files/summer%20report.md`)).toEqual({
      filename: 'summer report.md',
      size: 8,
      content: '# Summer',
    })
    expect((await get(`${here}/named`)).filename).toBe('naïve plan.docx')
    expect((await get(`${here}/onwards`)).content).toBe('# Summer')
  })

  it('refuses every way to write an address of this machine or of a private network', async () => {
    const port = new URL(here).port
    asked.length = 0
    const web = () => openPublicWeb()
    for (const host of [
      '127.0.0.1',
      'localhost',
      'LOCALHOST',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '0',
      '169.254.169.254',
      '10.0.0.1',
    ]) {
      expect((await failure(`http://${host}:${port}/named`, web())).kind, host).toBe('refused')
    }
    expect(asked).toEqual([])
  })

  it.each([
    'file:///etc/passwd',
    'ftp://files.example/a',
    'gopher://x',
    'javascript:1',
    'data:,x',
    '//x',
    '',
  ])('refuses %j', async (url) => expect((await failure(url)).kind).toBe('refused'))

  it('refuses credentials in the address', async () => {
    expect((await failure('http://user:secret@files.example/a')).kind).toBe('refused')
  })

  it('judges every step of a redirect', async () => {
    expect((await failure(`${here}/inwards`)).kind).toBe('refused')
    expect((await failure(`${here}/script`)).kind).toBe('refused')
    expect((await failure(`${here}/round`)).message).toContain('without an end')
  })

  it('says what an address answers that has no file', async () => {
    expect((await failure(`${here}/missing`)).message).toContain('404')
  })

  it('refuses a name of which any address is private, and connects to what it has judged', async () => {
    const answers: LookupAddress[][] = []
    const resolve = ((_: string, __: object, done: (error: null, found: LookupAddress[]) => void) =>
      done(null, answers.shift() ?? [])) as unknown as typeof import('node:dns').lookup
    const port = new URL(here).port
    asked.length = 0
    answers.push([
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
    expect((await failure(`http://mixed.example:${port}/named`, openPublicWeb([], resolve))).kind).toBe(
      'refused',
    )
    // First public, then this machine: the second answer is never asked for, since what was judged
    // is connected to.
    answers.push([{ address: '192.0.2.1', family: 4 }], [{ address: '127.0.0.1', family: 4 }])
    expect((await failure(`http://turning.example:${port}/named`, openPublicWeb([], resolve))).kind).toBe(
      'refused',
    )
    expect(answers).toHaveLength(1)
    expect(asked).toEqual([])
    // And the other way round: what was allowed when it was judged is what is spoken to.
    answers.splice(0, 1, [{ address: '127.0.0.1', family: 4 }], [{ address: '10.0.0.1', family: 4 }])
    const web = openPublicWeb(['127.0.0.1/32'], resolve)
    expect((await get(`http://steady.example:${port}/named`, web)).content).toBe('bytes')
    expect(answers).toHaveLength(1)
  })
})

import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReceivers } from '../../server/adapters/webhook-receivers.ts'
import { WebError } from '../../server/core/web-error.ts'
import { openReceiver } from './receiver.ts'

let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  receiver = await openReceiver()
})
afterAll(() => receiver.close())

type Receivers = ReturnType<typeof openReceivers>
const request = () => ({ headers: {}, body: '{}', maxBytes: 100, signal: AbortSignal.timeout(10_000) })
const kindOf = async (work: Promise<unknown>) => {
  try {
    await work
    return 'allowed'
  } catch (error) {
    if (error instanceof WebError) return error.kind
    throw error
  }
}
const both = async (receivers: Receivers, url: string) => [
  await kindOf(receivers.check(url)),
  await kindOf(receivers.post(url, request())),
]

type Resolve = NonNullable<Parameters<typeof openReceivers>[1]>
const resolving = (answers: LookupAddress[][]) =>
  ((_host: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(null, answers.shift() ?? [])) as unknown as Resolve
const at = (address: string): LookupAddress => ({ address, family: 4 })

describe('the URL of a webhook', () => {
  it.each([
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '①②⑦.⓪.⓪.①',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[fe80::1]',
    '[fc00::1]',
    '0',
    '0.0.0.0',
    '100.64.0.1',
    '169.254.169.254',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
  ])('cannot lead to %s, when it is registered and when it is used', async (host) => {
    const receivers = openReceivers()
    for (const scheme of ['http', 'HTTP'])
      expect(await both(receivers, `${scheme}://${host}:${receiver.port}/`)).toEqual(['refused', 'refused'])
    expect(receiver.received).toEqual([])
    await receivers.close()
  })

  it.each([
    'file:///etc/passwd',
    'ftp://hooks.example/',
    'gopher://hooks.example/',
    'javascript:1',
    'data:,x',
    '//hooks.example/',
    'hooks.example',
    '',
    'http://',
    'https://user@hooks.example/',
    'https://user:word@hooks.example/',
  ])('cannot be %j', async (url) => {
    const receivers = openReceivers()
    expect(await both(receivers, url)).toEqual(['refused', 'refused'])
    await receivers.close()
  })

  it('may have a name that is not found yet', async () => {
    const receivers = openReceivers([], resolving([]))
    expect(await kindOf(receivers.check('https://soon.example/'))).toBe('allowed')
    await receivers.close()
  })

  it('is judged by every address of its name, anew at each connection', async () => {
    const url = `http://turning.example:${receiver.port}/`
    const mixed = openReceivers([], resolving([[at('93.184.216.34'), at('127.0.0.1')]]))
    expect(await kindOf(mixed.check(url))).toBe('refused')
    await mixed.close()
    // Public when it is registered, this machine when it is used.
    const turning = openReceivers([], resolving([[at('93.184.216.34')], [at('127.0.0.1')]]))
    expect(await both(turning, url)).toEqual(['allowed', 'refused'])
    await turning.close()
    expect(receiver.received).toEqual([])
    // What was judged is what is connected to: a name is looked up once for a connection.
    const answers = [[at('127.0.0.1')], [at('10.0.0.1')]]
    const steady = openReceivers(['127.0.0.1/32'], resolving(answers))
    expect(await kindOf(steady.post(url, request()))).toBe('allowed')
    expect([answers, receiver.received.length]).toEqual([[[at('10.0.0.1')]], 1])
    await steady.close()
  })

  it('may lead to networks that the operator allows, and to no other', async () => {
    const receivers = openReceivers(['127.0.0.1/32'])
    expect(await both(receivers, receiver.url())).toEqual(['allowed', 'allowed'])
    expect(await kindOf(receivers.check('http://127.0.0.2/'))).toBe('refused')
    await receivers.close()
  })
})

describe('a request', () => {
  it('that our own stop ends says nothing of its receiver', async () => {
    const silent = await openReceiver(() => {})
    const receivers = openReceivers(['127.0.0.1/32'])
    const ended = receivers.post(silent.url(), request()).catch((error: unknown) => error)
    await silent.nth(1)
    await receivers.close()
    expect(await ended).toBeInstanceOf(Error)
    expect(await ended).not.toBeInstanceOf(WebError)
    await silent.close()
  })
})

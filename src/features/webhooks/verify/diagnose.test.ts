import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { type DiagnosisInput, diagnose } from './diagnose.ts'
import { readHeaders } from './read-headers.ts'

const NOW = new Date('2026-11-26T10:00:00Z')
const SECRET = `whsec_${Buffer.from('a key of exactly 32 bytes, yes!!').toString('base64')}`
const OTHER = `whsec_${Buffer.from('another key of exactly 32 bytes!').toString('base64')}`
const BODY = '{"id":"evt_1","type":"file.created","data":{"object":{"name":"Übersicht.pdf"}}}'

const sign = (body = BODY, secret = SECRET, at = NOW) => new Webhook(secret).sign('evt_1', at, body)
const lines = (signature = sign(), timestamp = String(NOW.getTime() / 1000)) =>
  `webhook-id: evt_1\nwebhook-timestamp: ${timestamp}\nwebhook-signature: ${signature}`
const given = (more: Partial<DiagnosisInput> = {}): DiagnosisInput => ({
  ...{ headers: lines(), body: BODY, secret: SECRET, computed: '', sent: null },
  ...more,
})
const found = (more?: Partial<DiagnosisInput>) => diagnose(given(more), NOW)
const delivery = { headers: readHeaders(lines()), body: BODY }

describe('a signed request', () => {
  it('matches what a library of Standard Webhooks signs', async () => {
    expect(await found()).toEqual({
      ...{ missing: [], version: true, secret: null, matches: 0, body: null, differing: [], code: null },
      time: { at: NOW, seconds: 0, fault: null },
      expected: sign(),
    })
  })

  it('matches by either signature while two secrets are valid', async () => {
    expect((await found({ headers: lines(`${sign(BODY, OTHER)} ${sign()}`) })).matches).toBe(1)
  })

  it('says which headers are missing, and that no signature is of version 1', async () => {
    expect((await found({ headers: 'webhook-id: evt_1' })).missing).toEqual(['timestamp', 'signature'])
    const { version, matches } = await found({ headers: lines('v1a,AAAA') })
    expect([version, matches]).toEqual([false, null])
  })

  it.each([
    ['', 'empty'],
    ['whsec_', 'empty'],
    ['https://files.example.com/hook', 'not_base64'],
    [SECRET.slice(0, -3), 'not_base64'],
    [SECRET.slice(0, -8), 'length'],
  ])('knows that %j is no secret: %s', async (secret, fault) => {
    const { secret: finding, matches, expected } = await found({ secret })
    expect([finding, matches, expected]).toEqual([fault, null, null])
  })

  it('takes a secret with spaces around it', async () => {
    expect((await found({ secret: ` ${SECRET}\n` })).matches).toBe(0)
  })

  it.each([
    [-299, null],
    [299, null],
    [301, 'old'],
    [-301, 'future'],
  ])('that was signed %i s ago has the fault %s, and its signature is computed', async (ago, fault) => {
    const at = new Date(NOW.getTime() - ago * 1000)
    const { time, matches } = await found({
      headers: lines(sign(BODY, SECRET, at), String(at.getTime() / 1000)),
    })
    expect([time.seconds, time.fault, matches]).toEqual([ago, fault, 0])
  })

  it.each([
    ['1764151200000', 'milliseconds'],
    ['yesterday', 'not_a_number'],
    ['-5', 'not_a_number'],
    ['1764151200.5', 'not_a_number'],
  ])('has no right time with %j: %s', async (timestamp, fault) => {
    expect((await found({ headers: lines(sign(), timestamp) })).time.fault).toBe(fault)
  })

  it.each([
    ['json', JSON.stringify(JSON.parse(BODY), null, 2)],
    ['outer_space', `${BODY}\n`],
    ['byte_order_mark', `\ufeff${BODY}`],
  ])('whose body was changed says so: %s', async (change, body) => {
    const { matches, body: finding } = await found({ body })
    expect([matches, finding?.change]).toEqual([null, change])
    const against = await found({ body, sent: delivery })
    expect(against.body?.change).toBe(change)
    expect(against.body?.at).toBeTypeOf('number')
  })

  it('says nothing of the body where another secret would explain it as well', async () => {
    const { matches, body } = await found({ secret: OTHER })
    expect([matches, body]).toEqual([null, null])
  })

  it('is compared with its delivery: the body from which character on, and the headers', async () => {
    const changed = await found({ body: BODY.replace('file', 'filf'), sent: delivery })
    expect(changed.body).toEqual({ change: 'other', at: BODY.indexOf('file') + 3 })
    const late = await found({ headers: lines(sign(), '1764151201'), sent: delivery })
    expect(late.differing).toEqual(['timestamp'])
    const whole = await found({ secret: OTHER, sent: delivery })
    expect([whole.matches, whole.body, whole.differing]).toEqual([null, null, []])
  })
})

describe('what a receiver’s code computes', () => {
  const key = Buffer.from(SECRET.slice(6), 'base64')
  const hmac = (content: string, by: Buffer | string = key) => createHmac('sha256', by).update(content)
  const at = NOW.getTime() / 1000
  const content = `evt_1.${at}.${BODY}`

  it.each([
    ['none', hmac(content).digest('base64')],
    ['none', `v1,${hmac(content).digest('base64')}`],
    ['encoding', hmac(content).digest('hex')],
    ['encoding', hmac(content).digest('base64url')],
    ['secret', hmac(content, SECRET).digest('base64')],
    ['secret', hmac(content, SECRET.slice(6)).digest('hex')],
    ['content', hmac(BODY).digest('base64')],
    ['content', hmac(`${at}.${BODY}`).digest('hex')],
    ['content', hmac(`evt_1.${BODY}`).digest('base64')],
    ['json', hmac(`evt_1.${at}.${JSON.stringify(JSON.parse(BODY), null, 2)}`).digest('base64')],
    ['unknown', hmac('something else').digest('base64')],
  ])('is explained by its mistake: %s', async (fault, computed) => {
    expect((await found({ computed })).code).toBe(fault)
  })
})

describe('headers', () => {
  const expected = { id: 'evt_1', timestamp: '5', signature: 'v1,a= v1,b=' }
  it.each([
    ['lines', 'Webhook-Id: evt_1\r\nWEBHOOK-TIMESTAMP:5\r\nwebhook-signature: v1,a= v1,b=\r\n'],
    [
      'curl -v',
      '> POST /hook HTTP/1.1\n> webhook-id: evt_1\n> webhook-timestamp: 5\n> webhook-signature: v1,a= v1,b=',
    ],
    [
      'curl',
      "-H 'webhook-id: evt_1' \\\n -H 'webhook-timestamp: 5' \\\n -H 'webhook-signature: v1,a= v1,b='",
    ],
    ['JSON', '{"Webhook-Id":"evt_1","webhook-timestamp":5,"webhook-signature":["v1,a=","v1,b="]}'],
  ])('are read from %s', (_, text) => {
    expect(readHeaders(text)).toEqual(expected)
  })

  it.each(['', 'null', '[]', '7', '{"webhook-id":', 'no header here'])('are not found in %j', (text) => {
    expect(readHeaders(text)).toEqual({ id: null, timestamp: null, signature: null })
  })
})

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { safeFileName } from '../../../server/engines/families/mail/names.ts'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'
import { crlf, message, PIXEL_PNG, rich } from './mail-files.ts'
import { Trap } from './trap.ts'

const hasPoppler = existsSync('/usr/bin/pdftotext')

const shop = new EngineHarness()
const trap = new Trap(shop.folder)
beforeAll(async () => {
  await shop.open()
  await trap.open()
})
afterAll(async () => {
  trap.close()
  await shop.close()
})

const eml = (content: string | Uint8Array) => shop.file('a.eml', content)
const textOf = async (content: string | Uint8Array, target = 'html') =>
  readFileSync((await shop.convert(eml(content), target)).path, 'utf8')

/** What poppler reads of a PDF. */
const pdfText = (path: string) =>
  execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replace(/[ \t]+/g, ' ')

/** A body in a charset, as its bytes. */
function inCharset(charset: string, text: string): Buffer {
  const head = message(`Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: 8bit\n\n`)
  // Node has no encoder for it; these are the bytes of 日本.
  const body =
    charset === 'ISO-2022-JP' ? Buffer.from('1b2442467c4b5c1b2842', 'hex') : iconv.encode(text, charset)
  return Buffer.concat([Buffer.from(head), body])
}

describe('a message', () => {
  it.runIf(hasPoppler)('becomes a PDF with its head, body and attachments', async () => {
    const { path, pages, warnings } = await shop.convert(eml(rich(trap.port)), 'pdf')
    const text = pdfText(path)
    expect(pages).toBe(1)
    for (const part of [
      'From: Zoë Grün <zoe@example.org>',
      'To: Kai, junior <kai@example.org>, team@example.org',
      'Cc: 日本 <jp@example.org>',
      'Date: Tue, 3 Nov 2026 10:15:00 +0530',
      'Harbour – Grüße',
      'Grüße from the harbour',
      'Remote chart',
      'résumé <b>.bin (6 bytes)',
    ])
      expect(text).toContain(part)
    expect(text).not.toMatch(/The text alone|alert|root:/)
    expect(warnings).toContain('2 remote images were not loaded; the text of each stands in its place.')
    expect(warnings).toContain('1 script was left out.')
    expect(trap.requests).toBe(0)
    expect(execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' })).toMatch(/\bimage\b/)
  })

  it('keeps nothing that runs or loads in HTML', async () => {
    const html = await textOf(rich(trap.port))
    expect(html).not.toMatch(/<script|<iframe|onload|javascript:|url\(|src="(?!data:)/i)
    expect(html).toContain('src="data:image/png;base64,')
    expect(html).toContain(`content="default-src 'none';`)
    expect(html).toContain('<a href="https://example.org/">link</a>')
  })

  it.each(['docx', 'odt', 'epub', 'md', 'rtf', 'txt'])('becomes %s', async (target) => {
    const { path } = await shop.convert(eml(rich()), target)
    const back =
      target === 'txt' || target === 'md'
        ? path
        : (await shop.convert(path, 'txt', {}, { format: target })).path
    const text = readFileSync(back, 'utf8').replace(/\s+/g, ' ')
    expect(text).toContain('Grüße from the')
    expect(text).toContain('Tue, 3 Nov 2026 10:15:00 +0530')
  })

  it.each([
    ['ISO-2022-JP', '日本'],
    ['KOI8-R', 'Гавань'],
    ['GB18030', '港口𠀀'],
    ['UTF-7', 'Grüße & 港'],
    ['windows-1252', 'Größe – “7”'],
    ['Shift_JIS', '港です'],
  ])('in %s', async (charset, text) => {
    expect(await textOf(inCharset(charset, text), 'html')).toContain(text.replace('&', '&amp;'))
  })

  it('joins flowed lines, and keeps lines that end', async () => {
    const flowed = message(
      'Content-Type: text/plain; charset=utf-8; format=flowed\n\nA line that \ngoes on\nand one more\n',
    )
    expect(await textOf(flowed)).toContain('A line that goes on\nand one more')
  })

  it('shows the messages inside it with heads of their own', async () => {
    const inner = message('Content-Type: text/plain\n\nThe inner words\n').replace(
      'Message-ID: <1@',
      'Message-ID: <2@',
    )
    const outer = message(
      'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nThe outer words\n--b\nContent-Type: message/rfc822\n\n',
    )
    const html = await textOf(`${outer}${inner}\r\n--b--\r\n`)
    expect(html).toMatch(/The outer words[\s\S]*<div class="mail-inner">[\s\S]*From:[\s\S]*The inner words/)
  })

  it('shows an invitation as text', async () => {
    const calendar = `Content-Type: text/calendar; method=REQUEST; charset=utf-8

BEGIN:VCALENDAR
BEGIN:VEVENT
SUMMARY:Launch\\, part <2>
DTSTART;TZID=Asia/Kolkata:20261103T101500
DTEND:20261103T111500Z
LOCATION:Pier
 \x205
END:VEVENT
END:VCALENDAR
`
    const html = await textOf(message(calendar))
    expect(html).toContain('Event: Launch, part &lt;2&gt;')
    expect(html).toContain('Begins: 2026-11-03 10:15 (Asia/Kolkata)')
    expect(html).toContain('Ends: 2026-11-03 11:15 UTC')
    expect(html).toContain('Place: Pier 5')
  })

  it('is put into a ZIP with its attachments under safe names', async () => {
    const { path, format, entries } = await shop.convert(eml(rich()), 'pdf', { attachments: 'zip' })
    const files = unzipSync(readFileSync(path))
    expect([format, entries]).toEqual(['zip', 3])
    expect(Object.keys(files).sort()).toEqual([
      'attachments/logo.png',
      'attachments/résumé _b_.bin',
      'message.pdf',
    ])
    expect([...(files['attachments/résumé _b_.bin'] ?? [])]).toEqual([0, 1, 2, 3, 4, 5])
    expect(Buffer.from(files['attachments/logo.png'] ?? []).toString('base64')).toBe(PIXEL_PNG)
  })

  it('cannot change its own head by styles', async () => {
    const html = (css: string) => message(`Content-Type: text/html\n\n<style>${css}</style><p>words</p>`)
    for (const css of [
      '} .mail-head{display:none} a{',
      'a{content:"{"} } .mail-head{display:none}',
      '/* { */ } .mail-head{display:none}',
    ])
      expect(await textOf(html(css))).not.toMatch(/mail-head\{display/)
    expect(await textOf(html('p{color:red}'))).toContain('@scope (.mail-body) {p{color:red}}')
  })
})

describe('what a message is known by', () => {
  const plain = message('Content-Type: text/plain\n\nwords\n')
  it.each([
    ['a.eml', plain, 'eml'],
    ['message', plain, 'eml'],
    ['a.txt', plain, 'txt'],
    ['a.md', '---\nSubject: x\nDate: y\n---\ntext', 'md'],
    ['a.eml', crlf('Return-Path: <a@b>\nX-Long: a\n b\nSubject: x\n\n\0\x01binary'), 'eml'],
    ['notes', 'To: do\nthings\n\nmore', 'txt'],
  ])('%s', async (name, content, format) => {
    expect((await shop.engines.detect({ path: shop.file(name, content), filename: name }))?.format).toBe(
      format,
    )
  })
})

describe('S/MIME', () => {
  const sign = (...options: string[]) => {
    const [key, cert] = [shop.file('key.pem', ''), shop.file('cert.pem', '')]
    const subject = ['-subj', '/CN=Test', '-days', '2', '-nodes']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...subject],
      { stdio: 'ignore' },
    )
    const input = shop.file('in.txt', crlf('Content-Type: text/plain; charset=utf-8\n\nSigned words\n'))
    const who = options[0] === '-encrypt' ? [cert] : ['-signer', cert, '-inkey', key]
    const head = ['-from', 'a@example.org', '-subject', 'Sealed', '-in', input]
    return execFileSync('openssl', ['smime', ...options, ...head, ...who])
  }

  it.each([
    ['opaque', ['-sign', '-nodetach']],
    ['detached', ['-sign']],
  ])('%s signatures are opened', async (_, options) => {
    expect(await textOf(sign(...options))).toContain('Signed words')
  })

  it('encrypted messages are called encrypted', async () => {
    const failure = await failureOf(shop.convert(eml(sign('-encrypt')), 'pdf'))
    expect(failure.code).toBe('source_encrypted')
    expect(failure.message).toMatch(/^The message is encrypted with S\/MIME/)
  })
})

describe('hostile messages', () => {
  const nested = (depth: number) => {
    const parts = Array.from(
      { length: depth },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
    )
    return message(`${parts.join('')}Content-Type: text/plain\n\ndeep\n`)
  }
  const inside = (depth: number) =>
    Array.from({ length: depth }, (_, n) =>
      crlf(`Subject: level ${n}\nMIME-Version: 1.0\nContent-Type: message/rfc822\n\n`),
    ).join('')

  it.each([
    ['parts inside one another', () => nested(5000)],
    ['a header without an end', () => message(`X-Long: ${'a'.repeat(3_000_000)}\n\nx`)],
  ])('%s end with a sentence', async (_, content) => {
    const failure = await failureOf(shop.convert(eml(content()), 'html'))
    expect(failure.code).toBe('source_too_complex')
    expect(failure.message).toMatch(SENTENCE)
    expect(failure.message).not.toMatch(JARGON)
  })

  it('messages inside one another are opened to a depth', async () => {
    const html = await textOf(`${inside(300)}Subject: last\r\n\r\nend`)
    expect(html).toContain('level 4')
    expect(html).not.toContain('level 7')
  })

  it('ten thousand parts are bounded, and the rest is counted', async () => {
    const part = '--b\nContent-Type: application/x\nContent-Disposition: attachment; filename=a\n\nx\n'
    const many = message(`Content-Type: multipart/mixed; boundary=b\n\n${part.repeat(10_000)}--b--\n`)
    const { warnings } = await shop.convert(eml(many), 'html')
    expect(warnings).toContain('8000 attachments were left out: a message may have 2000.')
  })

  it('every truncation of a message ends well or with a sentence', async () => {
    const whole = rich()
    for (let end = 200; end < whole.length; end += 211) {
      const outcome = await shop
        .convert(eml(whole.slice(0, end)), 'html', {}, { format: 'eml' })
        .catch((error) => error)
      if (outcome instanceof Error) expect(outcome.message).toMatch(SENTENCE)
    }
  })

  it.each([
    ['comments that do not end', `<style>${'/*a'.repeat(160_000)}</style>`],
    ['strings that do not end', `<style>a{content:"${'{'.repeat(400_000)}</style>`],
    [
      'spaces without an end',
      `<style>a{background:url(${' '.repeat(400_000)}</style><p style="background:url(${' '.repeat(400_000)}">`,
    ],
    ['tables that do not close', '<table border="0"'.repeat(100_000)],
  ])('styles with %s take no longer than others', async (_, markup) => {
    expect(await textOf(message(`Content-Type: text/html\n\n<p>core</p>${markup}`))).toContain('core')
    expect(await textOf(message(`Content-Type: text/html\n\n<p>core</p>${markup}`), 'txt')).toContain('core')
  })

  it('deep markup, open styles and names with markup are text', async () => {
    const deep = message(
      `Content-Type: text/html\n\n${'<div>'.repeat(50_000)}core<style>${'<style>'.repeat(20_000)}`,
    )
    expect(await textOf(deep)).toContain('core')
    const named = message(
      'Content-Type: text/plain; name="<img src=x>.txt"\nContent-Disposition: attachment\n\nx',
    )
    expect(await textOf(named)).toContain('&lt;img src=x&gt;.txt')
  })
})

describe('a mailbox', () => {
  const one = (words: string) =>
    `From someone@example.org Tue Nov  3 10:15:00 2026\r\n${message(`Content-Type: text/plain\n\n${words}\n>From here on\n\n`)}`
  it('shows its messages one after the other', async () => {
    const path = shop.file('a.mbox', one('First words') + one('Second words'))
    const { path: made } = await shop.convert(path, 'html')
    const html = readFileSync(made, 'utf8')
    expect(html).toMatch(/Mailbox \(2 messages\)[\s\S]*First words\nFrom here on[\s\S]*Second words/)
    expect(html.match(/mail-inner/g)?.length).toBeGreaterThanOrEqual(2)
  })

  it('of a thousand messages is bounded, and the rest is counted', async () => {
    const { warnings } = await shop.convert(shop.file('a.mbox', one('words').repeat(1000)), 'txt')
    expect(warnings).toContain('800 messages were left out: 200 messages of a mailbox are converted.')
  })

  it('is known by its first line, unless its name says that it is one message', async () => {
    for (const [name, format] of [
      ['a.mbox', 'mbox'],
      ['mailbox', 'mbox'],
      ['a.eml', 'eml'],
    ] as const)
      expect(
        (await shop.engines.detect({ path: shop.file(name, one('words')), filename: name }))?.format,
      ).toBe(format)
  })
})

describe('without a browser', () => {
  it('a message keeps its content, and what is lost is said', async () => {
    const plain = new EngineHarness()
    await plain.open({ system: false })
    const table = message(
      'Content-Type: text/html\n\n<table border="0" style="color:red"><tr><td>left</td><td>right</td></tr></table>',
    )
    const { path, warnings } = await plain.convert(plain.file('a.eml', table), 'pdf')
    const text = await plain.convert(path, 'txt', {}, { format: 'pdf' })
    expect(readFileSync(text.path, 'utf8')).toMatch(/left\s+right/)
    expect(warnings).toEqual([
      'The styles of the message were not applied: the PDF keeps its content, not its layout.',
      'Tables that only arrange the message were written as paragraphs.',
    ])
    await plain.close()
  })
})

it('tables of data stay tables in text, and those around them become paragraphs', async () => {
  const html = `Content-Type: text/html

<table><tr><td><p>Around</p><table border="1"><tr><td>Aurora</td><td>7</td></tr></table></td></tr></table><table><tr><th>Ship</th><th>Berth</th></tr><tr><td>Boreas</td><td>8</td></tr></table>`
  const { path, warnings } = await shop.convert(eml(message(html)), 'md')
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(/\|\s*Aurora\s*\|\s*7/)
  expect(text).toMatch(/\|\s*Ship\s*\|\s*Berth\s*\|[\s\S]*\|\s*Boreas\s*\|\s*8/)
  expect(text).toMatch(/^Around$/m)
  expect(warnings).toEqual(['Tables that only arrange the message were written as paragraphs.'])
})

describe('names of attachments', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\a\\b.txt', 'b.txt'],
    ['CON.txt', '_CON.txt'],
    ['.htaccess', 'htaccess'],
    ['a\u202egpj.exe', 'a_gpj.exe'],
    ['-rf', 'rf'],
    ['a\0b:c|d.txt', 'a_b_c_d.txt'],
    ['...', '_'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(100)}.pdf`],
  ])('%j become %j', (given, name) => {
    expect(safeFileName(given, new Set())).toBe(name)
  })

  it('never meet in any case of letters', () => {
    const taken = new Set<string>()
    expect(['a.txt', 'A.TXT', 'a.txt'].map((name) => safeFileName(name, taken))).toEqual([
      'a.txt',
      'A-2.TXT',
      'a-3.txt',
    ])
  })
})

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'
import { message, PIXEL_PNG } from './mail-files.ts'
import { compressedRtf, letter, type MsgParts, mapiBytes, msgFile, tnefFile } from './msg-files.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

const RTF = String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0 Arial;}}{\*\htmltag64 <p>}Gr\'fc\'dfe from the {\*\htmltag84 <b>}harbour{\*\htmltag92 </b>}{\*\htmltag116 <img src="cid:pic@1">}{\*\htmltag72 </p>}}`
const whole = () =>
  letter(
    {
      attachments: [
        { '3707001F': 'résumé.bin', '37010102': Buffer.from([0, 1, 2, 3, 4, 5]) },
        {
          '3707001F': 'logo.png',
          '370E001F': 'image/png',
          '3712001F': 'pic@1',
          '37010102': Buffer.from(PIXEL_PNG, 'base64'),
        },
        { inner: letter({}, { '0037001F': 'Inner subject', '1000001F': 'Inner words' }) },
      ],
    },
    { '10090102': compressedRtf(RTF) },
  )

const msg = (content: MsgParts | Buffer) =>
  shop.file('a.msg', Buffer.isBuffer(content) ? content : msgFile(content))
const htmlOf = async (content: MsgParts) =>
  readFileSync((await shop.convert(msg(content), 'html')).path, 'utf8')

describe('a message of Outlook’s', () => {
  it.runIf(existsSync('/usr/bin/msgconvert'))('is one to another reader of the same file', () => {
    const path = msg(whole())
    execFileSync('msgconvert', ['--outfile', `${path}.eml`, path], { stdio: 'ignore' })
    const read = readFileSync(`${path}.eml`, 'utf8')
    expect(read).toContain('Date: Tue, 3 Nov 2026 10:15:00 +0530')
    expect(read).toContain('Plain words of the harbour')
    expect(read).toContain('logo.png')
  })

  it('shows the HTML in its compressed RTF, its images, people, files and messages', async () => {
    const html = await htmlOf(whole())
    expect(html).toContain('<p>Grüße from the <b>harbour</b><img')
    expect(html).toContain(`src="data:image/png;base64,${PIXEL_PNG}"`)
    expect(html).toContain('Zoë Grün &lt;zoe@example.org&gt;')
    expect(html).toContain('<b>Cc:</b> 日本 &lt;jp@example.org&gt;')
    expect(html).toContain('Tue, 3 Nov 2026 10:15:00 +0530')
    expect(html).toContain('<li>résumé.bin (6 bytes)</li>')
    expect(html).toMatch(/mail-inner[\s\S]*Inner subject[\s\S]*Inner words/)
  })

  it.each([
    [
      'HTML in a code page',
      { '10130102': Buffer.from('<p>Gr\xfc\xdfe</p>', 'latin1'), '3FDE0003': 1252 },
      '<p>Grüße</p>',
    ],
    ['HTML in KOI8-R', { '10130102': Buffer.from([0xe7, 0xc1]), '3FDE0003': 20866 }, 'Га'],
    ['text alone', {}, 'Plain words of the harbour'],
  ])('with %s', async (_, fields, text) => {
    expect(await htmlOf(letter({}, fields))).toContain(text)
  })

  it('becomes EML that another reader opens', async () => {
    const { path } = await shop.convert(msg(whole()), 'eml')
    const email = await PostalMime.parse(readFileSync(path), { forceRfc822Attachments: true })
    expect(email).toMatchObject({
      subject: 'Harbour – Grüße',
      from: { name: 'Zoë Grün', address: 'zoe@example.org' },
      cc: [{ name: '日本', address: 'jp@example.org' }],
    })
    expect(email.html).toContain('Grüße from the <b>harbour</b>')
    expect(email.headers.find(({ key }) => key === 'date')?.value).toBe('Tue, 3 Nov 2026 10:15:00 +0530')
    expect(email.attachments.map(({ mimeType }) => mimeType).sort()).toEqual([
      'application/octet-stream',
      'image/png',
      'message/rfc822',
    ])
  })

  it.runIf(existsSync('/usr/bin/python3'))('becomes EML in which Python finds no defect', async () => {
    const { path } = await shop.convert(msg(whole()), 'eml')
    const script = `import email, email.policy, json, sys
m = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default)
print(json.dumps([m['subject'], str(m['to']), [p.get_filename() or p.get_content_type() for p in m.iter_attachments()], [repr(d) for d in m.defects]]))`
    const read = execFileSync('python3', ['-c', script, path], { encoding: 'utf8' })
    expect(JSON.parse(read)).toEqual([
      'Harbour – Grüße',
      '"Kai, junior" <kai@example.org>',
      ['résumé.bin', 'message/rfc822'],
      [],
    ])
  })

  it('that is a contact says so', async () => {
    const failure = await failureOf(shop.convert(msg(letter({}, { '001A001F': 'IPM.Contact' })), 'pdf'))
    expect(failure).toMatchObject({
      code: 'source_unsupported',
      message: expect.stringMatching(/^The file holds a contact/),
    })
  })
})

describe('hostile compound files', () => {
  const sound = msgFile(whole())
  /** Where the directory begins; its entries have 128 bytes each. */
  const directory = 512 * (sound.readUInt32LE(48) + 1)
  const table = 512 * (sound.readUInt32LE(76) + 1)
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(sound)
    change(bytes)
    return bytes
  }
  it.each([
    ['a directory that holds itself', changed((b) => b.writeUInt32LE(0, directory + 76))],
    [
      'a chain of sectors that goes in a circle',
      changed((b) => b.writeUInt32LE(sound.readUInt32LE(48), table + 4 * sound.readUInt32LE(48))),
    ],
    [
      'streams of two gigabytes',
      changed((b) => {
        for (let at = directory; at < directory + 512; at += 128)
          if (b[at + 66] === 2) b.writeUInt32LE(0x7fffffff, at + 120)
      }),
    ],
    ['a table of a billion sectors', changed((b) => b.writeUInt32LE(1_000_000_000, 44))],
    ['sectors of two bytes', changed((b) => b.writeUInt16LE(1, 30))],
    ['half of it', sound.subarray(0, sound.length / 2)],
  ])('with %s end with a sentence', async (_, bytes) => {
    const failure = await failureOf(shop.convert(msg(bytes), 'html', {}, { format: 'msg' }))
    expect(failure.code).toBe('source_damaged')
    expect(failure.message).toMatch(SENTENCE)
    expect(failure.message).not.toMatch(JARGON)
  })

  it('with bytes changed anywhere end well or with a sentence', async () => {
    for (let at = 24; at < sound.length; at += 997) {
      const bytes = changed((b) => b.fill(0xff, at, at + 4))
      const outcome = await shop.convert(msg(bytes), 'html', {}, { format: 'msg' }).catch((error) => error)
      if (outcome instanceof Error) expect(outcome.message).toMatch(SENTENCE)
    }
  })
})

describe('winmail.dat', () => {
  const page = Buffer.alloc(8)
  page.writeUInt32LE(1252)
  const file = tnefFile([
    [1, 0x9007, 6, page],
    [1, 0x9003, 6, mapiBytes(0x102, 0x1013, Buffer.from('<p>Words of Outlook</p>'))],
    [2, 0x9002, 6, Buffer.alloc(14)],
    [2, 0x8010, 1, Buffer.from('short.bin\0')],
    [2, 0x800f, 6, Buffer.from([9, 8, 7])],
    [2, 0x9005, 6, mapiBytes(0x1f, 0x3707, Buffer.from('lång name.bin\0', 'utf16le'))],
  ])
  const wrapped = (bytes: Buffer) =>
    shop.file(
      'a.eml',
      message(
        `Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n${bytes.toString('base64')}\n`,
      ),
    )

  it.runIf(existsSync('/usr/bin/tnef'))('is one to another reader', () => {
    const path = shop.file('winmail.dat', file)
    execFileSync('tnef', ['-C', dirname(path), '--save-body', path])
    expect([...readFileSync(join(dirname(path), 'lång name.bin'))]).toEqual([9, 8, 7])
  })

  it('is opened: its body and its files', async () => {
    const html = readFileSync((await shop.convert(wrapped(file), 'html')).path, 'utf8')
    expect(html).toContain('<p>Words of Outlook</p>')
    expect(html).toContain('<li>lång name.bin (3 bytes)</li>')
  })

  it('cut short is read as far as it goes, with a warning', async () => {
    const { warnings } = await shop.convert(wrapped(file.subarray(0, file.length - 20)), 'html')
    expect(warnings).toEqual([
      'The part of Outlook (winmail.dat) is damaged; what follows the damage was not read.',
    ])
  })
})

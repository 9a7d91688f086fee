import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SandboxKind } from '../../../server/engines/kernel/confinement.ts'
import { EngineHarness, failureOf, JARGON, SENTENCE, sandboxOf } from './helpers.ts'
import { Trap } from './trap.ts'
import { docx, zip } from './zips.ts'

/** The strongest one here, and what stands in for bubblewrap where that is not installed. */
const KINDS: SandboxKind[] = await (async () => {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-hostile-'))
  const { kind } = await sandboxOf(folder)
  const second = await sandboxOf(folder, ['unshare-files']).catch(() => null)
  rmSync(folder, { recursive: true })
  return [...new Set([kind, ...(second ? [second.kind] : [])])]
})()

/** A file for each program: pandoc, Typst, the browser, the office, and what draws SVG. */
const FOR_EVERY_SANDBOX = new Set(['a.rst', 'a.typ', 'a.html', 'a.docx', 'a.svg'])

describe.each(KINDS)('in the sandbox %s', (kind) => {
  const shop = new EngineHarness()
  const trap = new Trap(shop.folder)

  beforeAll(async () => {
    await shop.open({ limits: { wallMs: 8000 }, sandboxes: { allowed: [kind] } })
    await trap.open()
  })
  afterAll(async () => {
    trap.close()
    await shop.close()
  })

  async function refused(path: string, target: string, codes: string[], format?: string) {
    const failure = await failureOf(shop.convert(path, target, {}, format ? { format } : {}))
    expect(codes, failure.message).toContain(failure.code)
    expect(failure.message).toMatch(SENTENCE)
    expect(failure.message).not.toMatch(JARGON)
  }

  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
  }
  /** A PNG that says it is so large, with nothing behind its header. */
  function pngHeader(width: number, height: number): Buffer {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
    header.set([8, 2, 0, 0, 0], 8)
    return Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(10))),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }

  describe('files that are not what they say', () => {
    it.each(['docx', 'pdf', 'png', 'md', 'svg', 'epub'])('an empty %s', async (format) => {
      const path = shop.file(`empty.${format}`, '')
      expect(await shop.engines.detect({ path, filename: 'empty' })).toBeNull()
      await refused(path, format === 'png' || format === 'svg' ? 'webp' : 'txt', ['source_empty'], format)
    })

    it('an image named as a document is seen as an image, and refused as a document', async () => {
      const path = shop.file(
        'report.docx',
        await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      )
      expect((await shop.engines.detect({ path, filename: 'report.docx' }))?.format).toBe('png')
      await refused(path, 'md', ['source_damaged'], 'docx')
    })

    it('a document cut short', async () => {
      const whole = docx('Hello there')
      const path = shop.file('cut.docx', whole.subarray(0, whole.length - 60))
      expect((await shop.engines.detect({ path, filename: 'cut.docx' }))?.format).toBe('docx')
      await refused(path, 'md', ['source_damaged'])
    })

    it('names that play games change nothing', async () => {
      for (const filename of [
        '../../etc/passwd',
        'a.docx\u0000.md',
        '.md',
        'con.png',
        '-o.html',
        'a'.repeat(5000),
        '<img src=x>.md',
      ]) {
        const path = shop.file('text', '# Hi\n')
        const found = await shop.engines.detect({ path, filename })
        expect([null, 'md', 'txt', 'html'], filename).toContain(found?.format ?? null)
      }
    })

    it('zero bytes and foreign magic under the name of a text', async () => {
      const detect = async (name: string, content: string | Uint8Array) =>
        (await shop.engines.detect({ path: shop.file(name, content), filename: name }))?.format ?? null
      expect(await detect('a.md', 'text\0more')).toBeNull()
      expect(await detect('a.md', '%PDF-1.4\n')).toBe('pdf')
      expect(await detect('a.txt', pngHeader(1, 1))).toBe('png')
      expect(await detect('a.png', '<html><body>x</body></html>')).toBe('html')
      expect(await detect('a.m3u8', '#EXTM3U\nfile:///etc/passwd\n')).toBeNull()
      expect(await detect('noname', 'just words\n')).toBe('txt')
      expect(await detect('a.tex', '\\documentclass{article}')).toBe('latex')
      expect(await detect('a.xml', '<?xml version="1.0"?><!-- c --><opml version="2.0"/>')).toBe('opml')
      expect(await detect('a.rtf', '{\\rtf1 x}')).toBe('rtf')
      expect(await detect('a.zip', zip({ 'a.txt': 'x' }))).toBe('zip')
      expect(await detect('a.zip', docx('x'))).toBe('docx')
    })
  })

  describe('bombs', () => {
    it('a document that unpacks to a thousand times its size', async () => {
      const bomb = docx('x', { 'word/media/zero.bin': 'PLACEHOLDER' })
      // The directory is what is judged first, so it is enough that it says so.
      const at = bomb.lastIndexOf('word/media/zero.bin') - 46
      bomb.writeUInt32LE(400 * 1024 * 1024, at + 24)
      await refused(shop.file('bomb.docx', bomb), 'md', ['source_too_complex'])
      expect(deflateRawSync(Buffer.alloc(1000)).length).toBeLessThan(50)
    })

    it.each([
      ['../../escape.txt', 'source_damaged'],
      ['/etc/cron.d/x', 'source_damaged'],
      ['word\\..\\..\\x', 'source_damaged'],
    ])('an entry named %s', async (name, code) => {
      await refused(shop.file('slip.docx', docx('x', { [name]: 'y' })), 'md', [code])
    })

    it('a link inside a document', async () => {
      const linked = docx('x', { 'word/link': '/etc/passwd' })
      const at = linked.lastIndexOf('word/link') - 46
      linked.writeUInt16LE(0x0314, at + 4)
      linked.writeUInt32LE(0xa1ff0000, at + 38)
      await refused(shop.file('link.docx', linked), 'md', ['source_damaged'])
    })

    it('too many entries', async () => {
      const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`word/${index}`, '']))
      await refused(shop.file('many.docx', zip({ '[Content_Types].xml': 'x', ...many })), 'md', [
        'source_too_complex',
      ])
    })

    it('an image of nearly a billion pixels', async () => {
      await refused(shop.file('flood.png', pngHeader(30_000, 30_000)), 'webp', ['source_too_complex'])
    })

    it('a drawing of a billion pixels, of entities, and of nested entities', async () => {
      const svg = (inner: string) => shop.file('x.svg', inner)
      await refused(svg('<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"/>'), 'png', [
        'source_too_complex',
      ])
      await refused(
        svg(
          '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>',
        ),
        'png',
        ['source_damaged'],
      )
      await refused(
        svg(
          `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${trap.secretFile}">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>`,
        ),
        'png',
        ['source_damaged'],
      )
      await refused(
        svg(
          '<!DOCTYPE svg [<!ENTITY % x SYSTEM "http://127.0.0.1/x"> %x;]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        ),
        'png',
        ['source_damaged'],
      )
    })

    it('Markdown that takes for ever', async () => {
      await refused(shop.file('brackets.md', '['.repeat(50_000)), 'html', ['time_limit', 'memory_limit'])
      // Another takes over.
      expect((await shop.convert(shop.file('a.md', '# Fine\n'), 'html')).format).toBe('html')
    }, 30_000)
  })

  describe('files that reach out', () => {
    const sources: [name: string, content: () => string | Uint8Array][] = [
      [
        'a.tex',
        () =>
          `\\documentclass{article}\\begin{document}Hello \\input{${trap.secretFile}} \\include{${trap.secretFile}} \\includegraphics{http://127.0.0.1:${trap.port}/a.png} there\\end{document}`,
      ],
      [
        'a.rst',
        () =>
          `Title\n=====\n\n.. include:: ${trap.secretFile}\n\n.. csv-table:: t\n   :url: http://127.0.0.1:${trap.port}/a.csv\n\n.. raw:: html\n   :file: ${trap.secretFile}\n\nwords\n`,
      ],
      [
        'a.html',
        () =>
          `<h1>T</h1><iframe src="file://${trap.secretFile}"></iframe><iframe src="http://127.0.0.1:${trap.port}/"></iframe><img src="file://${trap.secretFile}"><img src="${trap.secretFile}"><link rel="stylesheet" href="http://127.0.0.1:${trap.port}/a.css"><script src="http://127.0.0.1:${trap.port}/a.js"></script><object data="file://${trap.secretFile}"></object><p>words</p>`,
      ],
      [
        'a.md',
        () =>
          `# T\n\n![x](http://127.0.0.1:${trap.port}/a.png) ![y](file://${trap.secretFile}) ![z](${trap.secretFile})\n\n<img src="http://127.0.0.1:${trap.port}/b.png">\n\n\`\`\`{=typst}\n#read("${trap.secretFile}")\n\`\`\`\n\n\\input{${trap.secretFile}}\n\nwords\n`,
      ],
      ['a.org', () => `* T\n#+INCLUDE: "${trap.secretFile}"\n[[file:${trap.secretFile}]]\nwords\n`],
      [
        'a.adoc',
        () =>
          `= T\n\ninclude::${trap.secretFile}[]\n\nimage::http://127.0.0.1:${trap.port}/a.png[]\n\nwords\n`,
      ],
      [
        'a.typ',
        () =>
          `= T\n#read("${trap.secretFile}")\n#include "${trap.secretFile}"\n#image("${trap.secretFile}")\nwords\n`,
      ],
      ['a.man', () => `.TH T 1\n.SH N\n.so ${trap.secretFile}\nwords\n`],
      [
        'a.dbk',
        () =>
          `<?xml version="1.0"?><!DOCTYPE article [<!ENTITY x SYSTEM "file://${trap.secretFile}">]><article xmlns="http://docbook.org/ns/docbook"><title>T</title><para>words &x;</para></article>`,
      ],
      [
        'a.opml',
        () =>
          `<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY x SYSTEM "file://${trap.secretFile}">]><opml version="2.0"><body><outline text="words &x;"/></body></opml>`,
      ],
      [
        'a.fb2',
        () =>
          `<?xml version="1.0"?><!DOCTYPE f [<!ENTITY x SYSTEM "http://127.0.0.1:${trap.port}/x">]><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><body><section><p>words &x;</p></section></body></FictionBook>`,
      ],
      [
        'a.svg',
        () =>
          `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="20"><image xlink:href="file://${trap.secretFile}" width="9" height="9"/><image href="http://127.0.0.1:${trap.port}/a.png" width="9" height="9"/><use href="http://127.0.0.1:${trap.port}/a.svg#x"/><style>@import url(http://127.0.0.1:${trap.port}/a.css);</style><text>words</text></svg>`,
      ],
      [
        'a.docx',
        () =>
          docx('words', {
            'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="http://127.0.0.1:${trap.port}/a.png" TargetMode="External"/></Relationships>`,
          }),
      ],
      [
        'b.docx',
        () =>
          docx('words', {
            'word/document.xml': `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "file://${trap.secretFile}">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>`,
          }),
      ],
    ]

    // What a sandbox keeps a program from does not depend on the format: in the second one each
    // program has one file.
    const tried = kind === KINDS[0] ? sources : sources.filter(([name]) => FOR_EVERY_SANDBOX.has(name))
    it.each(tried)('%s', async (name, content) => {
      const before = readdirSync(shop.folder).length
      for (const target of name.endsWith('.svg') ? ['png', 'jpg'] : ['html', 'pdf', 'docx', 'txt']) {
        const path = shop.file(name, content())
        try {
          const output = await shop.convert(path, target)
          const bytes = readFileSync(output.path)
          expect(bytes.includes(trap.secret)).toBe(false)
          if (target === 'pdf') {
            const text = await shop.convert(output.path, 'txt')
            expect(readFileSync(text.path, 'utf8')).not.toContain(trap.secret)
          }
          expect(output.warnings.join()).not.toContain(trap.secret)
        } catch (error) {
          expect(error).toMatchObject({ name: 'EngineFailure', message: expect.stringMatching(SENTENCE) })
        }
      }
      expect(trap.requests).toBe(0)
      expect(JSON.stringify(shop.lines.said)).not.toContain(trap.secret)
      expect(readdirSync(shop.folder).length).toBeGreaterThan(before)
    })
  })
})

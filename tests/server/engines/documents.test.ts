import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { READERS, WRITERS } from '../../../server/engines/families/document/formats.ts'
import type { JobOutput } from '../../../server/engines/kernel/engine.ts'
import { readZipDirectory, readZipEntry } from '../../../server/engines/kernel/source/zip.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(async () => {
  await shop.open()
})
afterAll(() => shop.close())

const SAMPLE = `# Harbour report

A paragraph about *lighthouses* with a [link](https://example.org/) and Grüße, Привет, 日本語.

- buoys
- anchors

| Ship | Tons |
|------|-----:|
| Aurora | 120 |
`
/** What must survive every conversion of the sample. */
const WORDS = ['Harbour report', 'lighthouses', 'Grüße', 'Привет', '日本語', 'anchors', 'Aurora']

/**
 * All text of a result, whatever its container; soft enough for any markup, since only words are
 * looked for.
 */
function textOf({ path, format }: Pick<JobOutput, 'path' | 'format'>): string {
  if (!WRITERS[format]?.member) return decodeRtf(readFileSync(path, 'utf8'))
  const entries = readZipDirectory(path, 1000)
  return entries
    .filter(({ name }) => /\.(xml|xhtml)$/.test(name))
    .map(({ name }) => readZipEntry(path, entries, name, 10_000_000)?.toString('utf8') ?? '')
    .join('\n')
    .replace(/<[^>]+>/g, '')
}
const decodeRtf = (text: string) =>
  text.replace(/\\u(-?\d+) ?\??/g, (_, code) => String.fromCharCode((Number(code) + 65_536) % 65_536))
/** Markup may escape or split what we look for. */
const plain = (text: string) =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\\[u([0-9A-F]{4})\]/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\"\{?([uo])\}?|\\"u/g, 'ü')
    .replace(/\\ss\{\}|\{\\ss\}|\\ss /g, 'ß')
    .replace(/[\s~]+/g, ' ')

describe('from Markdown', () => {
  it.each(Object.keys(WRITERS).filter((format) => format !== 'md'))(
    'to %s, with its words',
    async (target) => {
      const output = await shop.convert(shop.file('report.md', SAMPLE), target)
      expect(output).toMatchObject({ format: target, warnings: expect.any(Array) })
      const text = plain(textOf(output))
      // A man page and Texinfo write other alphabets in their own notation; opml nests paragraphs.
      const words = ['texinfo', 'opml', 'man', 'icml', 'ansi'].includes(target) ? WORDS.slice(1, 2) : WORDS
      if (target === 'opml') expect(text).toContain('Harbour report')
      else for (const word of words) expect(text, word).toContain(word)
    },
  )
})

describe('the matrix', () => {
  const TARGETS = ['md', 'html', 'docx', 'odt', 'rtf', 'epub', 'txt', 'latex', 'pdf']
  const sources = new Map<string, string>()
  /** Sources that nothing here writes. */
  const WRITTEN: Record<string, string> = {
    csv: 'Ship,Tons\nAurora,120\nHarbour report,lighthouses\n',
    md: SAMPLE,
    txt: 'Harbour report\n\nA paragraph about lighthouses.\n\nAurora *120* [kept] <as> it & is\n',
    opml: '<?xml version="1.0"?><opml version="2.0"><head><title>x</title></head><body><outline text="Harbour report"><outline text="lighthouses"/></outline><outline text="Aurora"/></body></opml>',
  }

  beforeAll(async () => {
    for (const format of Object.keys(READERS)) {
      const extension =
        { latex: 'tex', typst: 'typ', docbook: 'dbk', man: 'man', gfm: 'md' }[format] ?? format
      const written = WRITTEN[format]
      if (written) sources.set(format, shop.file(`source.${extension}`, written))
      else if (format !== 'xlsx') {
        const { path } = await shop.convert(shop.file('report.md', SAMPLE), format)
        sources.set(format, shop.file(`source.${extension}`, readFileSync(path)))
      }
    }
  })

  it.each(Object.keys(READERS).filter((format) => format !== 'xlsx'))(
    '%s into what people want most',
    async (format) => {
      const path = sources.get(format) as string
      for (const target of TARGETS.filter((one) => one !== format)) {
        const output = await shop.convert(path, target, {}, { format })
        if (target === 'pdf') {
          expect(output.pages).toBeGreaterThan(0)
          const { path: text } = await shop.convert(output.path, 'txt')
          expect(plain(readFileSync(text, 'utf8')), `${format} → pdf`).toContain('lighthouses')
          continue
        }
        const text = plain(textOf(output))
        expect(text, `${format} → ${target}`).toContain('Harbour report')
        expect(text, `${format} → ${target}`).toContain('lighthouses')
        // Neither format's reader knows tables.
        if (format !== 'opml' && format !== 'fb2') expect(text, `${format} → ${target}`).toContain('Aurora')
      }
    },
  )

  it('keeps every character of plain text', async () => {
    const { path } = await shop.convert(
      shop.file('a.txt', 'a *b* _c_ <d> & `e`\n  # f\n\n$g$ [h](i) \\j'),
      'html',
    )
    const body = readFileSync(path, 'utf8').replace(/[\s\S]*<body>/, '')
    expect(body).toContain('a *b* _c_ &lt;d&gt; &amp; `e`<br')
    expect(body).toContain('$g$ [h](i) \\j')
  })
})

describe('pages', () => {
  it('follow paper, orientation and contents', async () => {
    const source = shop.file('report.md', SAMPLE)
    const output = await shop.convert(source, 'pdf', {
      paper: 'a5',
      landscape: true,
      toc: true,
      number_sections: true,
      font_size: 14,
    })
    const drawn = await shop.convert(output.path, 'png', { dpi: 72, pages: '1' })
    expect([drawn.width, drawn.height]).toEqual([595, 420])
    const { path } = await shop.convert(output.path, 'txt')
    expect(readFileSync(path, 'utf8')).toMatch(/Contents[\s\S]*Harbour report[\s\S]*Harbour report/)
  })

  it('report their stages and no progress that nobody knows', async () => {
    const stages: [string, number | null][] = []
    await shop.convert(shop.file('report.md', SAMPLE), 'pdf', {}, { stages })
    expect(stages.map(([stage]) => stage)).toEqual(['Reading', 'Converting', 'Typesetting'])
    expect(stages.every(([, progress]) => progress === null)).toBe(true)
  })

  it('leave out a broken image, repeated labels and links to nowhere, and say so', async () => {
    // Markdown, since a browser may print HTML.
    const source = shop.file(
      'odd.md',
      '# One {#a}\n\n## Two {#a}\n\n[x](#a) [y](#none) [z]() ![](data:image/png;base64,iVBORw0KGgoAAAA=) ![](gone.png)\n\nend\n',
    )
    const { warnings, pages } = await shop.convert(source, 'pdf')
    expect(pages).toBe(1)
    expect(warnings.join(' ')).toMatch(/image/)
  })
})

describe('HTML', () => {
  it('is one file that loads and runs nothing', async () => {
    const source = shop.file(
      'evil.md',
      '# T\n\n<script>alert(1)</script><img src=x onerror=alert(1)> <b onclick="alert(1)">bold</b>\n\n[j](javascript:alert(1)) ![r](http://127.0.0.1:9/x.png)\n\n[s]{onmouseover="alert(1)" style="background:url(http://127.0.0.1:9/)"}\n\n<iframe src="http://127.0.0.1:9/"></iframe>\n<link rel=stylesheet href="http://127.0.0.1:9/a.css">\n',
    )
    const { path, warnings } = await shop.convert(source, 'html')
    const html = readFileSync(path, 'utf8')
    expect(html).not.toMatch(/alert|127\.0\.0\.1|<script|<iframe|<link|onerror|onclick|javascript:/i)
    expect(html).toContain('<b>bold</b>')
    expect(html).toContain('<title>T</title>')
    expect(warnings.join(' ')).toMatch(/image/)
  })
})

describe('what cannot be converted', () => {
  it('is an empty text', async () => {
    for (const [name, content] of [
      ['a.md', ' \n\t\n'],
      ['b.txt', '\ufeff\n'],
      ['c.html', '<html><body></body></html>'],
    ] as const) {
      const failure = await failureOf(shop.convert(shop.file(name, content), 'docx'))
      expect(failure.code, name).toBe('source_empty')
      expect(failure.message).toMatch(SENTENCE)
    }
  })
})

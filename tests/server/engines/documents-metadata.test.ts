import { readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobOutput } from '../../../server/engines/kernel/engine.ts'
import { readZipDirectory, readZipEntry } from '../../../server/engines/kernel/source/zip.ts'
import { type Metadata, SOURCES } from './document-sources.ts'
import { EngineHarness } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(async () => {
  // Without the system's programs: a browser would print HTML, and has no use for most metadata.
  await shop.open({ system: false })
})
afterAll(() => shop.close())

const READ = 'read("/main.typ")'
const HOSTILE: Metadata = {
  title: `T ]) #${READ} #panic("x") \\input{/etc/passwd} <script>alert(1)</script> #import "x"`,
  author: `A", email: ${READ} \\write18{id} </p><script>alert(2)</script>`,
  keywords: READ,
  lang: `en", region: ${READ} + "`,
}

async function pdfOf(format: string, meta: Metadata) {
  const source = SOURCES[format]
  if (!source) throw new Error(`No source of ${format}`)
  const { path } = await shop.convert(shop.file(source.name, source.make(meta)), 'pdf', {}, { format })
  const info = await PDFDocument.load(readFileSync(path), { updateMetadata: false })
  const text = await shop.convert(path, 'txt')
  return { info, text: readFileSync(text.path, 'utf8') }
}

/** All markup of a result, whatever its container. */
function markupOf({ path, format }: Pick<JobOutput, 'path' | 'format'>): string {
  if (format !== 'epub' && format !== 'docx') return readFileSync(path, 'utf8')
  const entries = readZipDirectory(path, 1000)
  return entries
    .filter(({ name }) => /\.(xml|xhtml|opf|ncx)$/.test(name))
    .map(({ name }) => readZipEntry(path, entries, name, 10_000_000)?.toString('utf8') ?? '')
    .join('\n')
}

/** Markup that metadata must not become, by target. */
const EXECUTABLE: Record<string, RegExp> = {
  html: /<script|<\/title>.*<\/title>|header-includes/i,
  latex: /\\(input|write18)\b/,
  md: /(?<!\\)<script/i,
  epub: /<script/i,
  docx: /<script/i,
}

describe.each(Object.keys(SOURCES))('hostile metadata of %s', (format) => {
  it('is text on the pages, and is not evaluated', async () => {
    const { info, text } = await pdfOf(format, HOSTILE)
    expect(text).toContain('Words of the body.')
    const said = [info.getTitle(), info.getAuthor(), info.getKeywords(), text].join('\n')
    // The beginning of the Typst source, which `read` would return.
    expect(said).not.toMatch(/#set text\(|#show/)
  })

  it.each(Object.keys(EXECUTABLE).filter((target) => target !== format))('is text in %s', async (target) => {
    const source = SOURCES[format]
    const file = shop.file(source?.name ?? '', source?.make(HOSTILE) ?? '')
    const markup = markupOf(await shop.convert(file, target, {}, { format }))
    expect(markup).toContain('Words of the body.')
    expect(markup).not.toMatch(EXECUTABLE[target] as RegExp)
  })
})

describe('metadata', () => {
  it('arrives in the PDF as it was written', async () => {
    const { info } = await pdfOf('html', {
      title: 'A #1 "title"',
      author: 'B',
      keywords: READ,
      lang: 'de-AT',
    })
    expect(info.getTitle()).toBe('A #1 "title"')
    expect(info.getAuthor()).toBe('B')
    expect(info.getKeywords()).toBe(READ)
  })

  it('keeps a valid language, and drops an invalid one', async () => {
    const html = async (lang: string) =>
      readFileSync(
        (await shop.convert(shop.file('a.org', `#+language: ${lang}\n\nText\n`), 'html')).path,
        'utf8',
      )
    expect(await html('pt-BR')).toMatch(/<html[^>]* lang="pt-BR"/)
    expect(await html('x"><b>')).not.toMatch(/<html[^>]* lang=/)
  })

  it('of any characters makes pages', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '"',
        '\\',
        '#',
        ')',
        ']',
        '}',
        '$',
        '`',
        '<',
        '>',
        '@',
        '*/',
        '//',
        '\u0007',
        '\n',
        '%',
      ),
      fc.constantFrom(READ, '#eval("1")', '#panic()', '\\end{document}', '{{', '$x$', "'"),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    )
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => `x${pieces.join('')}`)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('html', 'ipynb', 'md'),
        fc.record({ title: text, author: text, keywords: text, lang: text }),
        async (format, meta) => {
          const xmlSafe = (value: string) =>
            format === 'html' ? value.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ') : value.toWellFormed()
          const safe = Object.fromEntries(Object.entries(meta).map(([key, value]) => [key, xmlSafe(value)]))
          const { text: words } = await pdfOf(format, { ...meta, ...safe })
          expect(words).toContain('Words of the body.')
          expect(words).not.toMatch(/#set text\(|#show/)
        },
      ),
      { numRuns: 12 },
    )
  })
})

describe('attributes of the body', () => {
  it('are not evaluated by Typst', async () => {
    const file = shop.file(
      'a.html',
      `<p>Words of the body.</p><p><span typst:text:fill='panic("x")'>x</span></p><div typst:inset='panic("x")'>y</div><table typst:stroke='panic("x")' typst:figure:kind='panic("x")'><tr><td typst:fill='panic("x")'>B</td></tr></table><pre class='x\`\`\`#panic("x")'><code>1</code></pre>`,
    )
    const pages = await shop.convert((await shop.convert(file, 'pdf')).path, 'txt')
    expect(readFileSync(pages.path, 'utf8')).toContain('Words of the body.')
  })

  it('of table cells run nothing in HTML', async () => {
    const file = shop.file(
      'a.html',
      '<table><tr onclick="a()"><td onclick="alert(1)" style="background:url(http://127.0.0.1:9/)">B</td></tr></table>',
    )
    const { path } = await shop.convert(file, 'revealjs')
    const html = readFileSync(path, 'utf8')
    expect(html).toContain('>B</td>')
    expect(html).not.toMatch(/onclick="|127\.0\.0\.1/)
  })
})

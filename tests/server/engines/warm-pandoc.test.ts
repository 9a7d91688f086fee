import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPandoc } from '../../../server/engines/families/document/pandoc-program.ts'
import { EngineHarness, failureOf, SENTENCE, until } from './helpers.ts'
import { Trap } from './trap.ts'

const RICH = `---
title: Harbour *report*
author: A. Author
css: https://example.org/a.css
header-includes: <script>alert(1)</script>
---

# Ships & lighthouses

Some *emphasis*, **strength**, ~~nothing~~, \`code\`, H~2~O, x^2^ and a [link](https://example.org "T").[^1]

[^1]: A note with “quotes” — and naïve 日本語 العربية 🚢.

1. one
2. two
   - [ ] open
   - [x] done

Term
:   What it means.

| Ship   | Tons |
|:-------|-----:|
| Aurora |   17 |

~~~python
def tons(ship: str) -> int:
    return 17  # a comment
~~~

$$ \\int_0^1 x^2\\,dx = \\frac13 $$

![A dot](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)

> A quotation.

---

## Ships & lighthouses

The end.
`

/**
 * The words and the elements of a page's body, without what versions of a writer do differently.
 */
function essence(html: string) {
  const body = html.replace(/[\s\S]*<body>/, '')
  const elements = [...body.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name]) => name)
  const counted = new Map<string, number>()
  for (const name of elements)
    if (name && !['span', 'a', 'div', 'section', 'colgroup', 'col', 'label'].includes(name))
      counted.set(name, (counted.get(name) ?? 0) + 1)
  const words = body
    .replace(/<math[\s\S]*?<\/math>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return { words, elements: Object.fromEntries([...counted].sort(([a], [b]) => a.localeCompare(b))) }
}

describe.skipIf(findPandoc() === null)('Markdown by the pandoc that is kept open', () => {
  const shop = new EngineHarness()
  const plainShop = new EngineHarness()
  const trap = new Trap(shop.folder)
  beforeAll(async () => {
    await shop.open({ limits: { wallMs: 8000 } })
    await plainShop.open({ system: false })
    await trap.open()
  })
  afterAll(async () => {
    trap.close()
    await shop.close()
    await plainShop.close()
  })

  const htmlOf = async (text: string, options = {}, name = 'a.md', from: EngineHarness = shop) => {
    const { path, warnings } = await from.convert(from.file(name, text), 'html', options)
    return { html: readFileSync(path, 'utf8'), warnings }
  }

  it('says and shows what the one that comes along does', async () => {
    const [kept, own] = [await htmlOf(RICH), await htmlOf(RICH, {}, 'a.md', plainShop)]
    const [{ words, elements }, expected] = [essence(kept.html), essence(own.html)]
    expect(words).toBe(expected.words)
    expect(elements).toEqual(expected.elements)
    expect(kept.warnings).toEqual(own.warnings)
    expect(kept.html).toContain('<title>Harbour report</title>')
    expect(kept.html).toContain('<math display="block"')
    expect(kept.html).toMatch(/<span class="kw">def<\/span>/)
    expect(kept.html).toMatch(/code span\.kw *\{/)
    expect(kept.html).not.toMatch(/alert|a\.css/)
  })

  it('has the options of the other', async () => {
    const { html } = await htmlOf(RICH, { toc: true, number_sections: true })
    expect(html).toMatch(/<nav\sid="TOC"/)
    expect(html).toMatch(/<span\sclass="header-section-number">1<\/span>/)
    expect((await htmlOf('# A\n')).html).not.toMatch(/<nav|section-number/)
  })

  it('reads GitHub’s Markdown as such', async () => {
    const text = 'a\nb ~~c~~ https://example.org\n\n- [x] d\n'
    const { path } = await shop.convert(shop.file('a.md', text), 'html', {}, { format: 'gfm' })
    const html = readFileSync(path, 'utf8')
    expect(html).toContain('<del>c</del>')
    expect(html).toContain('href="https://example.org"')
  })

  it('reads what is not UTF-8, and says what is left out', async () => {
    const utf16 = Buffer.from('\ufeff# Größe\n\n![gone](nowhere.png)\n', 'utf16le')
    const { path, warnings } = await shop.convert(shop.file('a.md', utf16), 'html')
    expect(readFileSync(path, 'utf8')).toContain('>Größe</h1>')
    expect(warnings).toEqual(['1 image could not be found inside the file and was left out.'])
    const formula = await htmlOf('Sum $\\frac{a}{$ end\n\nText\n')
    expect(formula.warnings.join()).toMatch(/formula could not be set/)
    expect((await htmlOf('Fine\n')).warnings).toEqual([])
  })

  it('sees nothing of what the document before it left behind', async () => {
    await htmlOf(
      '---\ntitle: Secret\n---\n\n# One {#same}\n\n[^n]: note\n\n[ref]: https://example.org/secret\n',
    )
    const { html } = await htmlOf('# Two {#same}\n\n[ref] [^n]\n')
    expect(html).toContain('id="same"')
    expect(html).not.toMatch(/secret|note/i)
  })

  it('reaches for no file and no address', async () => {
    const { html } = await htmlOf(
      `![a](${trap.secretFile}) ![b](file://${trap.secretFile}) ![c](http://127.0.0.1:${trap.port}/c.png) ![d](/etc/passwd) ![e](/job/in/source.md)\n\n<img src="${trap.secretFile}"><object data="file:///etc/passwd"></object>\n\n\`\`\`{=html}\n<iframe src="file://${trap.secretFile}"></iframe>\n\`\`\`\n\n\\input{${trap.secretFile}}\n\nwords\n`,
    )
    expect(html).toContain('words')
    expect(html).not.toContain(trap.secret)
    expect(html).not.toMatch(/<(iframe|object|img)|root:/)
    expect(trap.requests).toBe(0)
  })

  it('refuses what says nothing with a sentence', async () => {
    for (const text of [' \n', '[a]: b\n']) {
      const failure = await failureOf(htmlOf(text))
      expect(failure.code).toBe('source_empty')
      expect(failure.message).toMatch(SENTENCE)
    }
  })

  it('is stopped when it takes too long, and another takes over', async () => {
    const failure = await failureOf(htmlOf('['.repeat(50_000)))
    expect(['time_limit', 'memory_limit']).toContain(failure.code)
    expect((await htmlOf('# Fine\n')).html).toContain('Fine')
  }, 30_000)

  it('is begun anew when it has ended by itself', async () => {
    await htmlOf('# Before\n')
    const pids = shop.processes('pandoc')
    expect(pids.length).toBeGreaterThan(0)
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    // Another may have started meanwhile, so their number says nothing.
    await until(() => !shop.processes('pandoc').some((pid) => pids.includes(pid)))
    expect((await htmlOf('# After\n')).html).toContain('After')
  })
})

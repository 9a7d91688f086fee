import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepTitlePage } from '../../../server/engines/families/document/epub-title-page.ts'
import { EngineHarness } from './helpers.ts'
import { zip } from './zips.ts'

const page = (body: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>p</title></head>${body}</html>`

const epub = (titlePage: string) =>
  zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'a.opf':
      '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Harbours</dc:title><dc:creator>A. Author</dc:creator><dc:language>en</dc:language></metadata><manifest><item id="t" href="t.xhtml" media-type="application/xhtml+xml"/><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="t"/><itemref idref="c"/></spine></package>',
    't.xhtml': page(titlePage),
    'c.xhtml': page(
      '<body><h1>One</h1><p>Words<a epub:type="noteref" href="#n">1</a></p><aside epub:type="footnote" id="n"><p>A note</p></aside></body>',
    ),
  })

describe('the title page of an EPUB', () => {
  const shop = new EngineHarness()
  beforeAll(async () => {
    await shop.open()
  })
  afterAll(() => shop.close())

  const textOf = async (titlePage: string) =>
    readFileSync((await shop.convert(shop.file('a.epub', epub(titlePage)), 'txt')).path, 'utf8')

  it('arrives with what only it says', async () => {
    const text = await textOf(
      `<body epub:type="frontmatter"><section epub:type='titlepage'><h1>Harbours</h1><p>Second edition, North Press</p></section></body>`,
    )
    expect(text).toContain('Second edition, North Press')
    expect(text).toContain('A note')
  })

  it('does not repeat the metadata', async () => {
    const text = await textOf(
      '<body><section epub:type="titlepage"><h1>Harbours</h1><p>A. Author</p></section></body>',
    )
    expect(text.match(/Harbours/g)).toHaveLength(1)
  })

  it('stays as it is in a file that cannot be unpacked', () => {
    const broken = epub('<body epub:type="titlepage"><p>x</p></body>').subarray(0, 300)
    expect(keepTitlePage(broken)).toBe(broken)
  })
})

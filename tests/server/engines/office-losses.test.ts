import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plain } from '../../../contract/message-pattern.ts'
import { officeLosses } from '../../../server/engines/families/ooxml/office-losses.ts'
import { DEFAULT_LIMITS } from '../../../server/engines/kernel/limits.ts'
import { EngineHarness } from './helpers.ts'
import { OFFICES } from './office-files.ts'
import {
  excel,
  frame,
  notes,
  odf,
  PIXEL,
  paragraph,
  powerPoint,
  relations,
  shape,
  word,
  wordPart,
} from './ooxml-files.ts'

const MAIN = 'http://schemas.openxmlformats.org'
const CHANGED =
  '<w:p><w:r><w:t>Kept </w:t></w:r><w:ins w:id="1" w:author="A"><w:r><w:t>inserted </w:t></w:r></w:ins><w:del w:id="2" w:author="A"><w:r><w:delText>deleted </w:delText></w:r></w:del><w:r><w:commentReference w:id="0"/></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r></w:p>'
const WORD = word(CHANGED, {
  'word/_rels/document.xml.rels': relations(['comments', 'comments.xml']),
  'word/comments.xml': wordPart(
    'comments',
    `<w:comment w:id="0" w:author="B">${paragraph('A comment')}</w:comment>`,
  ),
  'word/vbaProject.bin': 'macro',
})
const WORD_LOSSES = [
  'Comments (1) were left out.',
  'Hidden text was left out.',
  'Macros were removed.',
  'Tracked changes (2) are shown as marks in the text.',
]

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'filewright-losses-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function lost(format: string, content: Uint8Array | string, target = 'pdf'): string[] {
  const path = join(folder, `source.${format}`)
  writeFileSync(path, content)
  return officeLosses(path, { format, target }, DEFAULT_LIMITS).map(plain).sort()
}

/** The header and the first directory sector of a compound file. Source: [MS-CFB] 2.2 and 2.6. */
function compound(...names: string[]): Buffer {
  const header = Buffer.alloc(512, 0xff)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(0, 48)
  const directory = Buffer.alloc(512)
  for (const [index, name] of names.entries()) {
    directory.write(name, 128 * index, 'utf16le')
    directory.writeUInt16LE(2 * name.length + 2, 128 * index + 64)
  }
  return Buffer.concat([header, directory])
}

describe('what a document loses on pages', () => {
  it('is said of a text', () => {
    expect(lost('docx', WORD)).toEqual(WORD_LOSSES)
    expect(lost('docx', WORD, 'odt')).toEqual(['Macros were removed.'])
    expect(lost('docx', word(paragraph('Nothing special')))).toEqual([])
  })

  it('is said of sheets', () => {
    const row = (more: string, text: string) =>
      `<row${more}><c t="inlineStr"><is><t>${text}</t></is></c></row>`
    const sheet = (rows: string) => `<sheetData>${rows}</sheetData>`
    const file = excel(
      [
        {
          name: 'Shown',
          content: `<cols><col min="2" max="2" hidden="1"/></cols>${sheet(row('', 'a') + row(' hidden="1"', 'b'))}`,
          relations: relations(['comments', '../comments1.xml']),
        },
        { name: 'Hidden', content: sheet(row('', 'c')), state: 'veryHidden' },
      ],
      {
        'xl/comments1.xml': `<comments xmlns="${MAIN}/spreadsheetml/2006/main"><commentList><comment/><comment/></commentList></comments>`,
      },
    )
    expect(lost('xlsx', file)).toEqual([
      '1 hidden sheet was left out.',
      'Comments (2) were left out.',
      'Hidden rows and columns were left out.',
    ])
  })

  it('is said of slides', () => {
    const video =
      '<p:pic><p:nvPicPr><p:cNvPr id="2" name="x"/><p:nvPr><a:videoFile r:link="r9"/></p:nvPr></p:nvPicPr></p:pic>'
    const file = powerPoint(
      [
        {
          shapes: frame('<p:oleObj/>') + video + shape(['Shown']),
          relations: relations(
            ['comments', '../comments/c.xml'],
            ['notesSlide', '../notesSlides/n.xml'],
            ['image', '../media/a.png'],
          ),
        },
        { shapes: shape(['Not shown']), hidden: true },
      ],
      {
        'ppt/media/a.png': PIXEL,
        'ppt/notesSlides/n.xml': notes(shape(['Speak slowly'], 'body') + shape(['3'], 'sldNum')),
        'ppt/comments/c.xml': `<p:cmLst xmlns:p="${MAIN}/presentationml/2006/main"><p:cm/></p:cmLst>`,
      },
    )
    expect(lost('pptx', file)).toEqual([
      '1 audio or video file was left out.',
      '1 embedded object is shown by its preview image only.',
      '1 hidden slide was left out.',
      'Comments (1) were left out.',
      'Speaker notes of 1 slide were left out.',
    ])
  })

  it('is said of OpenDocument files', () => {
    const hidden = (family: string, property: string, value: string) =>
      `<style:style style:name="h" style:family="${family}"><style:${family}-properties ${property}="${value}"/></style:style>`
    const comment = '<office:annotation><text:p>A comment</text:p></office:annotation>'
    const changes =
      '<text:tracked-changes><text:changed-region><text:deletion/></text:changed-region></text:tracked-changes>'
    const text = odf('text', `${changes}<text:p>shown${comment}</text:p>`, {
      more: { 'Basic/Standard/Module1.xml': '<a/>' },
    })
    expect(lost('odt', text)).toEqual([
      'Comments (1) were left out.',
      'Macros were removed.',
      'Tracked changes (1) are shown as marks in the text.',
    ])
    const sheets = odf('spreadsheet', '<table:table/><table:table table:style-name="h"/>', {
      styles: hidden('table', 'table:display', 'false'),
    })
    expect(lost('ods', sheets)).toEqual(['1 hidden sheet was left out.'])
    const note = '<presentation:notes><text:p>Speak slowly</text:p></presentation:notes>'
    const slides = odf('presentation', `<draw:page>${note}</draw:page><draw:page draw:style-name="h"/>`, {
      styles: hidden('drawing-page', 'presentation:visibility', 'hidden'),
    })
    expect(lost('odp', slides)).toEqual([
      '1 hidden slide was left out.',
      'Speaker notes of 1 slide were left out.',
    ])
  })

  it('is said of the macros of an old file', () => {
    expect(lost('doc', compound('WordDocument', 'Macros'))).toEqual(['Macros were removed.'])
    expect(lost('xls', compound('Workbook', '_VBA_PROJECT_CUR'), 'ods')).toEqual(['Macros were removed.'])
    expect(lost('xls', compound('Workbook'))).toEqual([])
    expect(lost('ppt', 'nothing of the kind')).toEqual([])
  })

  it('is nothing that can be said of a file that cannot be read', () => {
    for (const format of ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'rtf'])
      for (const content of ['', 'PK\u0003\u0004', WORD.subarray(0, 700)])
        expect(lost(format, content)).toEqual([])
    expect(lost('docx', word('<w:p>'.repeat(3000)))).toEqual([])
  })
})

describe.each(OFFICES)('$engine', ({ here, settings }) => {
  const shop = new EngineHarness()
  beforeAll(() => shop.open(settings))
  afterAll(() => shop.close())

  it.runIf(here)('says it with the PDF', async () => {
    const { warnings } = await shop.convert(shop.file('a.docx', WORD), 'pdf')
    expect(warnings.sort()).toEqual(WORD_LOSSES)
  })

  it.runIf(here).each(['doc', 'rtf'])('says it of an older file, too: %s', async (format) => {
    const made = await shop.convert(shop.file('a.docx', WORD), format)
    const old = shop.file(`old.${format}`, readFileSync(made.path))
    const { warnings } = await shop.convert(old, 'pdf')
    expect(warnings.sort()).toEqual(WORD_LOSSES.filter((sentence) => !sentence.startsWith('Macros')))
  })

  it.runIf(here)('says it of old sheets', async () => {
    const sheet = (text: string) =>
      `<sheetData><row><c t="inlineStr"><is><t>${text}</t></is></c></row></sheetData>`
    const file = excel([
      { name: 'Shown', content: sheet('a') },
      { name: 'Hidden', content: sheet('b'), state: 'hidden' },
    ])
    const made = await shop.convert(shop.file('a.xlsx', file), 'xls')
    const { warnings } = await shop.convert(shop.file('old.xls', readFileSync(made.path)), 'pdf')
    expect(warnings).toEqual(['1 hidden sheet was left out.'])
  })
})

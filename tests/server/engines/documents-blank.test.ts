import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness } from './helpers.ts'
import { docx } from './zips.ts'

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const document = (body: string) =>
  docx('', {
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="${W}"><w:body>${body}</w:body></w:document>`,
  })

const BLANK = 'The result is blank: the document has nothing that this format can show.'

describe('a document of which nothing was read', () => {
  const shop = new EngineHarness()
  beforeAll(async () => {
    await shop.open()
  })
  afterAll(() => shop.close())

  const warningsOf = async (body: string) =>
    (await shop.convert(shop.file('a.docx', document(body)), 'html')).warnings

  it('has a blank result, and a warning', async () => {
    expect(await warningsOf('<w:p/>')).toEqual([BLANK])
  })

  it('names the drawings that were left out', async () => {
    const drawing =
      '<w:p><w:r><w:drawing><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/unknown"/></a:graphic></w:drawing></w:r></w:p>'
    expect(await warningsOf(drawing)).toEqual(['1 drawing without text was left out.', BLANK])
  })
})

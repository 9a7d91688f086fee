import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness } from './helpers.ts'
import { CHART, DIAGRAM, frame, notes, PIXEL, powerPoint, relations, shape } from './ooxml-files.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

async function convert(file: Uint8Array, target = 'html') {
  const { path, warnings } = await shop.convert(shop.file('a.pptx', file), target)
  const text = readFileSync(path, 'utf8').replace(/^[\s\S]*<body>/, '')
  return { text: text.replace(/\s+/g, ' '), warnings }
}

describe('a presentation', () => {
  it('keeps titles, lists, boxes and groups in the order of its slides', async () => {
    const { text, warnings } = await convert(
      powerPoint([
        {
          shapes: `${shape(['Fleet'], 'ctrTitle')}${shape(['Boats', 'Nets'], 'body')}<p:grpSp>${shape(['Inside a group'])}<p:grpSp>${shape(['Deeper'])}</p:grpSp></p:grpSp>`,
        },
        { shapes: shape(['Words of the second slide']) },
      ]),
    )
    expect(text).toMatch(
      /<h2[^>]*>Fleet<\/h2> <ul> <li>Boats<\/li> <li>Nets<\/li> <\/ul> <p>Inside a group<\/p> <p>Deeper<\/p> <h2[^>]*>Slide 2<\/h2> <p>Words of the second slide<\/p>/,
    )
    expect(warnings).toEqual([])
  })

  it('keeps tables with their merged cells', async () => {
    const cell = (text: string, attributes = '') =>
      `<a:tc${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
    const table = `<a:tbl><a:tblPr firstRow="1"/><a:tblGrid><a:gridCol/><a:gridCol/></a:tblGrid><a:tr>${cell('Berths', ' gridSpan="2"')}${cell('', ' hMerge="1"')}</a:tr><a:tr>${cell('A 1')}${cell('12 m')}</a:tr></a:tbl>`
    const { text } = await convert(powerPoint([{ shapes: frame(table) }]))
    expect(text).toMatch(/<th colspan="2"[^>]*>(<p>)?Berths(<\/p>)?<\/th>.*<td[^>]*>(<p>)?A 1.*12 m/)
  })

  it('turns charts into tables and diagrams into lists, and keeps images and links', async () => {
    const link =
      '<p:sp><p:txBody><a:p><a:r><a:rPr b="1"><a:hlinkClick r:id="r4"/></a:rPr><a:t>the harbour</a:t></a:r></a:p></p:txBody></p:sp>'
    const image =
      '<p:pic><p:nvPicPr><p:cNvPr id="2" name="x" descr="A boat"/></p:nvPicPr><p:blipFill><a:blip r:embed="r3"/></p:blipFill></p:pic>'
    const { text, warnings } = await convert(
      powerPoint(
        [
          {
            shapes: `${frame('<c:chart r:id="r1"/>')}${frame('<dgm:relIds r:dm="r2"/>')}${image}${link}`,
            relations: relations(
              ['chart', '../charts/chart1.xml'],
              ['diagramData', '../diagrams/data1.xml'],
              ['image', '../media/a.png'],
              ['hyperlink', 'https://example.org/', true],
            ),
          },
        ],
        { 'ppt/charts/chart1.xml': CHART, 'ppt/diagrams/data1.xml': DIAGRAM, 'ppt/media/a.png': PIXEL },
      ),
    )
    expect(text).toContain('<caption>Catch by harbour</caption>')
    expect(text).toMatch(/Tromsø<\/td> <td>12\.0%/)
    expect(text).toMatch(/<li>Sail out <ul> <li>Cast nets<\/li> <\/ul><\/li> <li>Sell fish/)
    expect(text).toMatch(/<img[^>]* src="data:image\/png;base64[^>]* alt="A boat"/)
    expect(text).toMatch(/<a href="https:\/\/example\.org\/"><strong>the harbour<\/strong><\/a>/)
    expect(warnings).toEqual(['1 chart was converted to a table.', '1 diagram was converted to a list.'])
  })

  it('has notes after their slide, footers and what layouts say once at its end', async () => {
    const slide = (text: string) => ({
      shapes: `${shape([text], 'title')}${shape(['Confidential'], 'ftr')}${shape(['7'], 'sldNum')}`,
      relations: relations(
        ['notesSlide', '../notesSlides/notes1.xml'],
        ['slideLayout', '../slideLayouts/a.xml'],
      ),
    })
    const { text } = await convert(
      powerPoint([slide('One'), slide('Two')], {
        'ppt/notesSlides/notes1.xml': notes(`${shape(['Speak slowly'], 'body')}${shape(['9'], 'sldNum')}`),
        'ppt/slideLayouts/a.xml': notes(`${shape(['Click to edit'], 'title')}${shape(['Fishers Ltd'])}`),
      }),
      'txt',
    )
    expect(text.trim()).toMatch(
      /^One Notes - Speak slowly Two Notes - Speak slowly Confidential Fishers Ltd$/,
    )
  })

  it('says what it leaves out', async () => {
    const object = (inner: string) => frame(`<p:oleObj>${inner}</p:oleObj>`)
    const preview =
      '<p:pic><p:nvPicPr><p:cNvPr id="2" name="x"/></p:nvPicPr><p:blipFill><a:blip r:embed="r1"/></p:blipFill></p:pic>'
    const video = preview.replace('</p:nvPicPr>', '<p:nvPr><a:videoFile r:link="r9"/></p:nvPr></p:nvPicPr>')
    const { warnings } = await convert(
      powerPoint(
        [
          {
            shapes: `${object(preview)}${object('')}${video}${frame('<c:chart r:id="r8"/>')}`,
            relations: relations(['image', '../media/a.png'], ['comments', '../comments/c.xml']),
          },
          { shapes: shape(['Not shown']), hidden: true },
        ],
        {
          'ppt/media/a.png': PIXEL,
          'ppt/comments/c.xml':
            '<p:cmLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cm/></p:cmLst>',
          'ppt/vbaProject.bin': 'macro',
        },
      ),
    )
    expect(warnings.sort()).toEqual([
      '1 audio or video file was left out.',
      '1 chart could not be read and was left out.',
      '1 embedded object is shown by its preview image only.',
      '1 embedded object without a preview image was left out.',
      '1 hidden slide was left out.',
      'Comments (1) were left out.',
      'Macros were removed.',
    ])
  })
})

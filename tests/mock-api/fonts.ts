import type { FontInspection } from '../../contract/font-inspection.ts'
import type { fontEndpoints } from '../../contract/fonts.ts'
import { convert, downloadOf, formats, operations, status, validate } from './convert.ts'
import { FORMATS, normalise } from './formats.ts'
import { type AreaHandlers, MockProblem } from './handler.ts'
import { creditsOf, keep } from './submit.ts'
import { fileOf } from './wanted.ts'

const PRICE = 1
/** A font of three letters and one axis: enough to draw every part of its page. */
const inspection = (format: string): FontInspection => ({
  format,
  font_count: 1,
  fonts_left_out: 0,
  fonts: [
    {
      family: 'Harbour Sans',
      subfamily: 'Regular',
      full_name: 'Harbour Sans Regular',
      postscript_name: 'HarbourSans-Regular',
      version: 'Version 1.002',
      designer: 'Maren Okafor',
      manufacturer: '',
      copyright: 'Copyright 2026 The Harbour Sans Authors',
      trademark: '',
      description: '',
      licence: 'This font is licensed under the SIL Open Font License, Version 1.1.',
      licence_url: 'https://openfontlicense.org',
      vendor_url: '',
      outlines: 'truetype',
      weight: 400,
      width: 5,
      italic: false,
      monospaced: false,
      hinted: true,
      colour: [],
      embedding: {
        level: 'installable',
        subsetting: true,
        bitmaps_only: false,
        summary: 'May be embedded and installed.',
      },
      units_per_em: 1000,
      metrics: {
        ascender: 950,
        descender: -250,
        line_gap: 0,
        x_height: 520,
        cap_height: 700,
        italic_angle: 0,
      },
      axes: [{ tag: 'wght', name: 'Weight', min: 100, default: 400, max: 900, hidden: false }],
      instances: [{ name: 'Bold', coordinates: { wght: 700 } }],
      features: [
        { tag: 'kern', table: 'GPOS' },
        { tag: 'liga', table: 'GSUB' },
      ],
      tables: [{ tag: 'glyf', bytes: 41_000 }],
      characters: 3,
      blocks: [{ name: 'Basic Latin', first: 0, last: 0x7f, characters: 3 }],
      scripts: [{ name: 'Latin', characters: 3 }],
      languages: ['en'],
      ranges: [[0x41, 0x43]],
      ranges_left_out: 0,
      glyph_count: 4,
      glyphs: [
        { id: 0, name: '.notdef', unicode: null, advance: 500 },
        { id: 1, name: 'A', unicode: 0x41, advance: 640 },
        { id: 2, name: 'B', unicode: 0x42, advance: 620 },
        { id: 3, name: 'C', unicode: 0x43, advance: 660 },
      ],
      glyphs_left_out: 0,
    },
  ],
})

export const fontHandlers: AreaHandlers<keyof typeof fontEndpoints> = {
  listFontFormats: formats('font'),
  listFontTargets({ params }) {
    const format = normalise(params.input_format, 'font')
    const source = FORMATS.find((one) => one.format === format && one.family === 'font')
    if (!source) throw new MockProblem('not_found', 'There is no such font format here.')
    return {
      status: 200,
      body: {
        format: source.format,
        outputs: FORMATS.filter((one) => one.family === 'font' && source.outputs.includes(one.format)),
        engines: { mock: source.outputs },
      },
    }
  },
  listFontOperations: operations('font'),
  uploadFont: ({ db, actor, form }) => ({ status: 201, body: keep(db, actor, fileOf(form), 'font') }),
  convertFont: convert('font'),
  validateFont: validate('font'),
  inspectFont: ({ db, actor, form }) => ({
    status: 200,
    body: inspection(keep(db, actor, fileOf(form), 'font').format),
  }),
  inspectStoredFont({ db, actor, query }) {
    const found = db.uploads.find(({ key, owner }) => owner === actor.id && key === query.s3_key)
    if (!found) throw new MockProblem('not_found', 'There is no file of yours under this key.')
    return { status: 200, body: inspection(found.format) }
  },
  getFontConversion: status(['font']),
  downloadFont: downloadOf,
  downloadFontAs(request) {
    const answer = downloadOf(request)
    const name = encodeURIComponent(request.params.filename)
    return { ...answer, headers: { 'content-disposition': `attachment; filename*=UTF-8''${name}` } }
  },
  getFontQuota({ db, actor }) {
    const { remaining, granted, anonymous } = creditsOf(db, actor)
    return {
      status: 200,
      body: {
        remaining,
        used: granted - remaining,
        limit: granted,
        credits_per_conversion: PRICE,
        anonymous,
      },
    }
  },
}

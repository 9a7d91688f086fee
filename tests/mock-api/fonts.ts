import type { FontInspection } from '../../contract/font-inspection.ts'
import type { fontEndpoints } from '../../contract/fonts.ts'
import { convert, downloadOf, formats, operations, status, validate } from './convert.ts'
import { FORMATS, normalise } from './formats.ts'
import { type AreaHandlers, MockProblem } from './handler.ts'
import { creditsOf, fileOf, keep } from './submit.ts'

const PRICE = 1
const inspection = (format: string): FontInspection => ({ format })

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

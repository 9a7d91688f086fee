import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineFailure } from '../../../server/engines/kernel/engine.ts'
import { CORPUS_ROWS } from '../../corpora/files.ts'
import { EngineHarness, JARGON, SENTENCE } from './helpers.ts'

const rows = CORPUS_ROWS.filter(({ family }) => ['docs', 'images', 'pdf', 'hostile'].includes(family))

/** Formats that these engines know and do not convert: the API then says so before a job begins. */
const KNOWN_ONLY = ['doc', 'xls', 'ppt', 'bmp', 'tga', 'ico', 'hdr', 'qoi']

/**
 * What each family is converted to here: the first of its targets meets every file in
 * `tests/server/corpora.test.ts`.
 */
function targetOf(format: string, family: string): string {
  if (family === 'image') return 'jpg'
  if (format === 'epub' || format === 'xlsx') return 'pdf'
  return format === 'pdf' ? 'txt' : format === 'html' ? 'docx' : 'html'
}

describe('sound, damaged and hostile files', () => {
  const shop = new EngineHarness()
  beforeAll(() => shop.open())
  afterAll(() => shop.close())

  it.each(rows)('$family/$file: $expect', async ({ file, path, expect: expected }) => {
    const format = await shop.engines.detect({ path, filename: file })
    if (!format) {
      expect(['clean-fail', 'either']).toContain(expected)
      return
    }
    const known = shop.engines.formats().find((one) => one.format === format.format)
    if (known?.outputs.length === 0) {
      expect(KNOWN_ONLY).toContain(format.format)
      return
    }
    // A type that contradicts the name is refused at the upload.
    if (!format.extensions.some((extension) => file.endsWith(`.${extension}`))) {
      expect(['clean-fail', 'either']).toContain(expected)
      return
    }
    const target = targetOf(format.format, format.family)
    const outcome = await shop.convert(path, target).catch((error: unknown) => error)
    if (outcome instanceof EngineFailure) {
      expect(outcome.message).toMatch(SENTENCE)
      expect(outcome.message).not.toMatch(JARGON)
      // A PDF of nothing but drawings has no text to give.
      if (expected === 'convert')
        expect([outcome.code, target], outcome.message).toEqual(['output_empty', 'txt'])
    } else {
      expect(outcome).toMatchObject({ path: expect.any(String), warnings: expect.any(Array) })
      expect(expected).not.toBe('clean-fail')
    }
  })
})

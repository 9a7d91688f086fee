import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineFailure } from '../../../server/engines/kernel/engine.ts'
import { inCorpora } from '../../corpora/files.ts'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'
import { hasQpdf, PdfShop, said } from './pdf-files.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
beforeAll(() => shop.open())
afterAll(() => shop.close())

/** Operations with options that most files can take. */
const OPERATIONS: [string, Record<string, unknown>][] = [
  ['extract_pages', { pages: '1' }],
  ['reorder_pages', { reverse: true }],
  ['rotate_pages', {}],
  ['watermark', { text: 'Größe' }],
  ['page_numbers', {}],
  ['encrypt', { user_password: 'x' }],
  ['optimize', {}],
  ['flatten', {}],
  ['redact', { terms: ['Potato'], emails: true }],
  ['metadata', { title: 'Ü' }],
  ['repair', {}],
  ['resize_pages', {}],
  ['crop_pages', { left: 10 }],
]
const DAMAGED = ['bad13.pdf', 'bad25.pdf', 'pages-loop.pdf', 'deep-pages.pdf', 'outlines-with-loop.pdf']
const CODES = ['source_damaged', 'source_empty', 'option_refused', 'source_encrypted']

describe('damaged files', () => {
  it.each(OPERATIONS)('%s ends well, or with a sentence', async (operation, options) => {
    const damaged = DAMAGED.map((file) => `pdf/${file}`)
    for (const path of inCorpora(...damaged, 'hostile/page-loop.pdf', 'pdf/20-pages.pdf')) {
      const outcome = await pdfs.here(operation, path, options).catch((error: unknown) => error)
      if (outcome instanceof EngineFailure) {
        expect(CODES, `${path}: ${outcome.message}`).toContain(outcome.code)
        expect(outcome.message).toMatch(SENTENCE)
        expect(outcome.message).not.toMatch(JARGON)
      } else {
        expect(outcome, path).toMatchObject({ pages: expect.any(Number) })
        expect(path).not.toMatch(/page-loop|20-pages/)
        if (!hasQpdf) continue
        const { bytes } = outcome as { bytes: Uint8Array }
        const made = shop.file('made.pdf', bytes)
        expect(said('qpdf', '--password=x', '--check', made), path).toMatch(
          /No syntax or stream encoding errors/,
        )
      }
    }
  })

  it.each([
    ['inspect', 'json'],
    ['thumbnail', 'webp'],
    ['split', 'pdf'],
  ])('%s gives a sentence for a tree of pages that leads nowhere', async (operation, target) => {
    for (const path of inCorpora('hostile/page-loop.pdf')) {
      const failure = await failureOf(pdfs.run(operation, path, {}, target))
      expect(failure.code).toBe('source_damaged')
      expect(failure.message).toMatch(SENTENCE)
    }
  })
})

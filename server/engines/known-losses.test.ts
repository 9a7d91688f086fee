import { describe, expect, it } from 'vitest'
import type { Operation } from './kernel/engine.ts'
import { knownLosses } from './known-losses.ts'

const conversion = (engine: string, target: string, operation = 'convert'): Operation => ({
  operation,
  label: '',
  family: 'document',
  engine,
  from: [],
  to: [target],
  minFiles: 1,
  maxFiles: 1,
  options: { type: 'object', properties: {}, additionalProperties: false },
})

describe('what a conversion loses by its nature', () => {
  it('depends on the engine', () => {
    expect(knownLosses(conversion('LibreOffice', 'pdf'), 'docx')).toEqual([
      'Comments and hidden text are not shown.',
    ])
    expect(knownLosses(conversion('pandoc + Typst', 'pdf'), 'docx')).toEqual([
      'Layout and fonts are not kept.',
      'Charts become tables.',
    ])
    expect(knownLosses(conversion('Chromium', 'pdf'), 'html')[0]).toMatch(/^Scripts do not run/)
    expect(knownLosses(conversion('pandoc + Typst', 'pdf'), 'html')).toEqual([
      'Styles of the file are not applied.',
    ])
  })

  it('depends on the source and the target', () => {
    expect(knownLosses(conversion('LibreOffice (WebAssembly)', 'csv'), 'xlsx')[0]).toBe(
      'Formulas become their values.',
    )
    expect(knownLosses(conversion('LibreOffice (WebAssembly)', 'odt'), 'docx')).toEqual([
      'Macros are removed.',
    ])
    expect(knownLosses(conversion('pandoc', 'html'), 'pptx')).toContain('Charts become tables.')
    expect(knownLosses(conversion('pandoc', 'html'), 'md')).toEqual([])
    expect(knownLosses(conversion('iWork', 'png'), 'key')).toEqual([
      'Only the preview inside the file is converted.',
    ])
  })

  it('is nothing for what is no conversion', () => {
    expect(knownLosses(conversion('LibreOffice', 'webp', 'thumbnail'), 'docx')).toEqual([])
    expect(knownLosses({ ...conversion('x', ''), to: [] }, 'docx')).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { FIRST_FORM, pdfOf, readLanguages, resolveName } from './form.ts'

const NOW = new Date(2026, 10, 3, 9)

test('a name gets the date and its ending, and is no path', () => {
  expect(resolveName('Notes {date}', NOW)).toBe('Notes 2026-11-03.pdf')
  expect(resolveName('Notes.PDF', NOW)).toBe('Notes.pdf')
  expect(resolveName('in/out {DATE}', NOW)).toBe('in-out 2026-11-03.pdf')
  expect(resolveName('  ', NOW)).toBeNull()
  expect(resolveName('.pdf', NOW)).toBeNull()
})

const INSTALLED = [{ code: 'eng' }, { code: 'deu' }]

test('languages that are not installed are not read', () => {
  const read = (languages: string[], isSearchable = true) =>
    readLanguages({ languages, isSearchable }, INSTALLED)
  expect(read(['deu', 'fra'])).toEqual(['deu'])
  expect(read([])).toEqual(['eng'])
  expect(read(['eng'], false)).toEqual([])
  expect(readLanguages({ languages: [], isSearchable: true }, [])).toEqual([])
})

test('what is asked of the service has only what was chosen', () => {
  expect(pdfOf(FIRST_FORM, null, [])).toEqual({
    ...{ page_size: 'auto', quality: 'balanced', colour: 'pages', margin_mm: 0, ocr: null },
    destination: { kind: 'download' },
  })
  expect(pdfOf({ ...FIRST_FORM, title: ' A ', saveTo: 'storage' }, 'A.pdf', ['eng'])).toMatchObject({
    ...{ title: 'A', filename: 'A.pdf', ocr: { languages: ['eng'] } },
    destination: { kind: 'storage' },
  })
})

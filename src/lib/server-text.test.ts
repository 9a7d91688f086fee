import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { SERVER, serverText } from './server-text.ts'

const said = {
  message: 'Page 3 of 9 could not be read.',
  message_id: 'Page {0} of {1} could not be read.',
  message_values: ['3', '9'],
}

test('the service’s words are in the person’s language where the catalog has them', () => {
  const i18n = setupI18n({
    locale: 'de',
    messages: {
      de: {
        [SERVER + said.message_id]: ['Seite ', ['0'], ' von ', ['1'], ' ist nicht lesbar.'],
        [`${SERVER}Quality`]: ['Qualität'],
      },
    },
  })
  expect(serverText(i18n, said)).toBe('Seite 3 von 9 ist nicht lesbar.')
  expect(serverText(i18n, 'Quality')).toBe('Qualität')
  expect(serverText(i18n, 'Effort')).toBe('Effort')
})

test('a sentence in a sentence is in that language too, with its own values', () => {
  const i18n = setupI18n({
    locale: 'de',
    messages: {
      de: {
        [`${SERVER}File {0}: {1}`]: ['Datei ', ['0'], ': ', ['1']],
        [`${SERVER}The PDF has {0} pages.`]: ['Das PDF hat ', ['0'], ' Seiten.'],
      },
    },
  })
  const inFile = (nested: string) => ({
    message: `File 2: ${nested}`,
    message_id: 'File {0}: {1}',
    message_values: ['2', nested],
  })
  const known = '\u2068The PDF has \u20683\u2069 pages.\u2069'
  expect(serverText(i18n, inFile(known))).toBe('Datei 2: Das PDF hat 3 Seiten.')
  expect(serverText(i18n, known)).toBe('Das PDF hat 3 Seiten.')
  expect(serverText(i18n, inFile('\u2068It has \u20683\u2069 layers.\u2069'))).toBe(
    'Datei 2: It has 3 layers.',
  )
  // A file name may look like a sentence.
  expect(serverText(i18n, inFile('The PDF has {0} pages.'))).toBe('Datei 2: The PDF has {0} pages.')
})

test('they are English where it has none, whatever braces they hold', () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  expect(serverText(i18n, said)).toBe(said.message)
  const strange = {
    message: 'No {1, plural} here',
    message_id: 'No {0} here',
    message_values: ['{1, plural}'],
  }
  expect(serverText(i18n, strange)).toBe('No {1, plural} here')
})

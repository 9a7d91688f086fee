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

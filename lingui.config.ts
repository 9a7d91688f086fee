import babel from '@lingui/cli/api/extractors/babel'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { serverMessages } from './scripts/server-messages.ts'

/**
 * The pseudo-locales are made from English by the compiler, accented, bracketed and 40 % longer.
 * Tests run the dashboard in them: text without accents is text that no translator would be given.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'pseudo', 'pseudo-rtl'],
  pseudoLocale: [
    { locale: 'pseudo', prepend: '[', append: ']', extend: 0.4 },
    { locale: 'pseudo-rtl', prepend: '[', append: ']', extend: 0.4 },
  ],
  fallbackLocales: { pseudo: 'en', 'pseudo-rtl': 'en' },
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src', 'server'] }],
  extractors: [serverMessages, babel],
  format: formatter({ lineNumbers: false }),
})

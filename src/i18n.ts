import { i18n, type Messages } from '@lingui/core'

/**
 * English is in the code and needs no catalog. Pseudo-locales reveal untranslated text and layout
 * problems of longer or right-to-left languages; `localStorage.locale` selects one.
 */
const catalogues: Record<
  string,
  { load: () => Promise<{ messages: Messages }>; lang: string; dir: 'ltr' | 'rtl' }
> = {
  pseudo: { load: () => import('./locales/pseudo.po'), lang: 'en-XA', dir: 'ltr' },
  'pseudo-rtl': { load: () => import('./locales/pseudo-rtl.po'), lang: 'ar-XB', dir: 'rtl' },
}

function chosen(): string | null {
  try {
    return localStorage.getItem('locale')
  } catch {
    return null
  }
}

export async function startI18n(): Promise<void> {
  // Messages with values are compiled at build time; strings are plain text.
  i18n.setMessagesCompiler((message) => message as never)
  const catalogue = catalogues[chosen() ?? '']
  if (!catalogue) {
    i18n.loadAndActivate({ locale: 'en', messages: {} })
    return
  }
  const { messages } = await catalogue.load()
  // Numbers and dates stay English: Intl does not support `pseudo` as a locale.
  i18n.loadAndActivate({ locale: 'en', messages })
  document.documentElement.lang = catalogue.lang
  document.documentElement.dir = catalogue.dir
}

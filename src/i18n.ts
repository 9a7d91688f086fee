import { i18n, type Messages } from '@lingui/core'

/**
 * English stands in the code and needs no catalogue. The pseudo-locales show what would not be
 * translated and what a longer language or one that runs from right to left does to the pages;
 * `localStorage.locale` chooses one.
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
  // Those with values in them were read while the pages were built; what is a string now is plain
  // words.
  i18n.setMessagesCompiler((message) => message as never)
  const catalogue = catalogues[chosen() ?? '']
  if (!catalogue) {
    i18n.loadAndActivate({ locale: 'en', messages: {} })
    return
  }
  const { messages } = await catalogue.load()
  // Numbers and dates stay English: `pseudo` is no locale that Intl knows.
  i18n.loadAndActivate({ locale: 'en', messages })
  document.documentElement.lang = catalogue.lang
  document.documentElement.dir = catalogue.dir
}

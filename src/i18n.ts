import { i18n, type Messages } from '@lingui/core'

/**
 * English stands in the code and needs no catalogue. The pseudo-locales show what would not be translated and what a
 * longer language or one that runs from right to left does to the pages; `localStorage.locale` chooses one.
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

type Compiled = Messages[string]
let compile: ((message: string) => Compiled) | null = null
const compiled = new Map<string, Compiled>()

/** Plain words stand as they are; the rest is read once. Lingui itself would read a message at every render. */
function compileOnce(message: string): Compiled {
  if (!compile || !/[{']/.test(message)) return message
  const known = compiled.get(message)
  if (known !== undefined) return known
  const made = compile(message)
  compiled.set(message, made)
  return made
}

/**
 * What reads plurals and values in messages. The sign-in pages have none, so it comes with the shell. The query keeps
 * it apart from the copy that Lingui itself imports for development, which would pull it into the first chunk.
 */
export async function loadMessageCompiler(): Promise<void> {
  compile ??= (
    import.meta.env.DEV
      ? await import('@lingui/message-utils/compileMessage')
      : await import('@lingui/message-utils/compileMessage?lazy')
  ).compileMessage
}

/** For a page of its own that brings what reads messages at once. */
export const setMessageCompiler = (given: (message: string) => Compiled): void => {
  compile = given
}

export async function startI18n(): Promise<void> {
  i18n.setMessagesCompiler(compileOnce as Parameters<typeof i18n.setMessagesCompiler>[0])
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

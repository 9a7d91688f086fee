import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { firstView, Landing, tokenIn } from './features/shares/public/index.ts'
import { startI18n } from './i18n.ts'
import { loadFailedStyles } from './lib/failed-styles.ts'

/** What reads PDFs is twenty times what this page is: it is loaded on the first read. */
let failed = false
async function loadReader() {
  if (failed) await loadFailedStyles()
  failed = true
  const { Reader } = await import('./features/shares/reader/index.ts')
  failed = false
  return Reader
}

async function start() {
  await startI18n()
  const root = document.getElementById('root')
  if (!root) throw new Error('share.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <Landing token={tokenIn(location.pathname)} first={firstView()} loadReader={loadReader} />
      </I18nProvider>
    </StrictMode>,
  )
}

void start()

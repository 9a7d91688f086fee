import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SigningPage, tokenIn } from './features/signing-page/index.ts'
import { startI18n } from './i18n.ts'

/** What reads PDFs is many times what this page is: it comes when it is one's turn. */
const loadRoom = async () => (await import('./features/sign-room/index.ts')).SignRoom

async function start() {
  await startI18n()
  const root = document.getElementById('root')
  if (!root) throw new Error('sign.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <SigningPage token={tokenIn(location.pathname)} loadRoom={loadRoom} />
      </I18nProvider>
    </StrictMode>,
  )
}

void start()

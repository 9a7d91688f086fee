import { i18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage?lazy'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { firstView, Landing, tokenIn } from './features/landing/index.ts'
import { setMessageCompiler, startI18n } from './i18n.ts'

async function start() {
  setMessageCompiler(compileMessage)
  await startI18n()
  const root = document.getElementById('root')
  if (!root) throw new Error('share.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <Landing token={tokenIn(location.pathname)} first={firstView()} />
      </I18nProvider>
    </StrictMode>,
  )
}

void start()

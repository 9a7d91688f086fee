import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ScanPhone } from './features/scan/phone/index.ts'
import { startI18n } from './i18n.ts'

async function start() {
  if (import.meta.env.MODE === 'mock') await (await import('./mock.ts')).startMock()
  await startI18n()
  const root = document.getElementById('root')
  if (!root) throw new Error('scan.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <ScanPhone />
      </I18nProvider>
    </StrictMode>,
  )
}

void start()

import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { tokenIn } from './features/public-page/index.ts'
import { DevicePage, deviceIn } from './features/signing/device/index.ts'
import { SigningPage } from './features/signing/recipient/index.ts'
import { startI18n } from './i18n.ts'
import { loadFailedStyles } from './lib/failed-styles.ts'

/**
 * The PDF code is much larger than this page: it is loaded once, when it is the recipient's turn.
 */
let room: ReturnType<typeof fetchRoom> | null = null
let failed = false
async function fetchRoom() {
  if (failed) await loadFailedStyles()
  return (await import('./features/signing/form/index.ts')).SignRoom
}
const loadRoom = () => {
  room ??= fetchRoom().catch((error) => {
    room = null
    failed = true
    throw error
  })
  return room
}

async function start() {
  await startI18n()
  const root = document.getElementById('root')
  if (!root) throw new Error('sign.html has no #root')
  const device = deviceIn(location.pathname)
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        {device === null ? (
          <SigningPage token={tokenIn(location.pathname)} loadRoom={loadRoom} />
        ) : (
          <DevicePage device={device} />
        )}
      </I18nProvider>
    </StrictMode>,
  )
}

void start()

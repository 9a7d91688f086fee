import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { setUnauthenticatedHandler } from './api/client.ts'
import { ApiError } from './api/errors.ts'
import { startI18n } from './i18n.ts'
import { paths } from './paths.ts'
import { router } from './routes.tsx'
import { startPreferences } from './stores/preferences.ts'
import './styles.css'

const reported = new WeakSet<object>()

/** The router and React both report errors of a page. ApiErrors are shown there, not logged. */
function report(error: unknown): void {
  if (error instanceof ApiError) return
  if (error instanceof Error) {
    if (reported.has(error)) return
    reported.add(error)
  }
  console.error(error)
}

/** The HTML's first view stays until the page's code is loaded: React's render replaces it. */
const firstPage = (): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })

async function start() {
  if (import.meta.env.MODE === 'mock') await (await import('./mock.ts')).startMock()
  await startI18n()
  startPreferences()
  setUnauthenticatedHandler(() => {
    const { pathname, search } = router.state.location
    // The sign-in pages handle an expired sign-in themselves.
    if (pathname.startsWith(paths.signIn())) return
    void router.navigate(paths.signIn({ return: pathname + search }), { replace: true })
  })
  await firstPage()
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const app = (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} onError={report} />
      </I18nProvider>
    </StrictMode>
  )
  // A transition renders in slices of a few milliseconds, so that input is handled; the first view
  // stays until it is done.
  startTransition(() => createRoot(root, { onCaughtError: report }).render(app))
}

void start()

import { createRoot, hydrateRoot } from 'react-dom/client'
import { tokenIn } from './features/public-page/index.ts'
import { firstView, PageRoot } from './features/shares/public/index.ts'
import { startI18n } from './i18n.ts'
import { loadFailedStyles } from './lib/failed-styles.ts'

/** The PDF code is twenty times the size of this page: it is loaded on the first read. */
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
  const page = <PageRoot token={tokenIn(location.pathname)} first={firstView()} loadReader={loadReader} />
  // The server renders in English, and nothing if the component was not built.
  if (root.firstElementChild && document.documentElement.lang === 'en') hydrateRoot(root, page)
  else {
    root.replaceChildren()
    createRoot(root).render(page)
  }
}

void start()

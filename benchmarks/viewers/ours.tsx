import { i18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import { PdfViewer, preloadPdf, usePdf, usePdfHandle } from '../../src/features/pdf/viewer/index.ts'
import { file, onFirst } from './seen.ts'
import './ours.css'
import './viewers.css'

preloadPdf()

const source = { url: file }
function App() {
  const pdf = usePdf(source)
  return <PdfViewer pdf={pdf} handle={usePdfHandle()} label="file" />
}

i18n.setMessagesCompiler(compileMessage)
i18n.loadAndActivate({ locale: 'en', messages: {} })
const root = document.getElementById('root')!
createRoot(root).render(
  <I18nProvider i18n={i18n}>
    <App />
  </I18nProvider>,
)

const look = new MutationObserver(() => {
  if (!root.querySelector('[data-place="1"] canvas')) return
  look.disconnect()
  onFirst(root.querySelector('section')!)
})
look.observe(root, { childList: true, subtree: true })

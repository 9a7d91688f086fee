import { i18n } from '@lingui/core'
import { renderToString } from 'preact-render-to-string'
import { PageRoot, type PageRootProps } from './features/shares/public/index.ts'

const never = () => Promise.reject(new Error('The server reads no files.'))

/**
 * The first view of a share link as HTML, drawn by the component that hydrates it in the browser.
 */
export function renderShareView(view: PageRootProps['first']): string {
  i18n.setMessagesCompiler((message) => message as never)
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  return renderToString(<PageRoot token="" first={view} loadReader={never} />)
}

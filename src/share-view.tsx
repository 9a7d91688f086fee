import { i18n } from '@lingui/core'
import { renderToString } from 'preact-render-to-string'
import { PageRoot, type PageRootProps } from './features/shares/public/index.ts'

const never = () => Promise.reject(new Error('The server reads no files.'))

/** Renders the first view of a share link to HTML, with the component that hydrates it. */
export function renderShareView(view: PageRootProps['first']): string {
  i18n.setMessagesCompiler((message) => message as never)
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  return renderToString(<PageRoot token="" first={view} loadReader={never} />)
}

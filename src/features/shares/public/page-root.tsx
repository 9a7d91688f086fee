import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import type { LoadReader } from './reader-props.ts'
import { SharePage } from './share-page.tsx'
import type { View } from './view.ts'

export type PageRootProps = { token: string; first: View; loadReader: LoadReader }

/** The whole page: rendered by the server, and hydrated in the browser. */
export const PageRoot = (props: PageRootProps) => (
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <SharePage {...props} />
    </I18nProvider>
  </StrictMode>
)

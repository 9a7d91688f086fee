import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { TabLinks } from '../../../ui/tab-links.tsx'
import { parseView, searchOf, TABS, type Tab } from '../session/index.ts'
import { Sessions } from './sessions.tsx'
import { Templates } from './templates.tsx'

/** The account's signature requests and templates; the URL holds the tab. */
export function Signing() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const view = parseView(search)
  const words: Record<Tab, string> = { sessions: t`Signature requests`, templates: t`Templates` }
  return (
    <>
      <TabLinks
        label={t`Signature requests and templates`}
        className="flex-none"
        value={view.tab}
        tabs={TABS.map((value) => ({
          value,
          label: words[value],
          to: paths.signing(searchOf({ tab: value, q: '', state: null, by: null, sort: 'changed' })),
        }))}
      />
      <div className="flex min-h-0 flex-1 flex-col">
        {view.tab === 'sessions' ? <Sessions view={view} /> : <Templates view={view} />}
      </div>
    </>
  )
}

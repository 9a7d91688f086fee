import { useLingui } from '@lingui/react/macro'
import { BookmarkIcon, SearchXIcon } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useMore } from '../../../api/scrolled.ts'
import { useSigningTemplates } from '../../../api/signing.ts'
import { paths } from '../../../paths.ts'
import { deferred, useDeferredDialog } from '../../../ui/deferred.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Coming, OfflineNote, Problem } from '../../problems/index.ts'
import { type SigningListView, searchOf, useOpenDialog } from '../session/index.ts'
import { TemplateList } from './template-list.tsx'

const USE = deferred(async () => (await import('./use-dialog.tsx')).UseDialog)

/** What was kept to begin sessions from. */
export function Templates({ view }: { view: SigningListView }) {
  const { t } = useLingui()
  const [, setSearch] = useSearchParams()
  const { kind, id, close } = useOpenDialog()
  const { q } = view
  const templates = useSigningTemplates(q.trim() ? { q: q.trim() } : {})
  const { data } = templates
  const more = useMore(templates)
  const chosen = data?.rows.find((one) => one.id === id)
  const Use = useDeferredDialog(USE, kind === 'use' && chosen !== undefined, close)
  const look = (next: string) => setSearch({ ...searchOf({ ...view, q: next }) }, { replace: true })
  return (
    <>
      {(q !== '' || (data && data.rows.length > 0)) && (
        <div className="flex border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
          <SearchBox
            label={t`Search templates`}
            placeholder={t`Name`}
            value={q}
            onChange={look}
            className="min-w-0 flex-1 sm:max-w-56"
          />
        </div>
      )}
      <OfflineNote query={templates} />
      {templates.error && !data ? (
        <Problem error={templates.error} onRetry={() => void templates.refetch()} />
      ) : !data ? (
        <Coming page paused={templates.isPaused} rows={6} />
      ) : data.rows.length > 0 ? (
        <TemplateList templates={data.rows} count={data.count} exact={data.exact} {...more} />
      ) : q ? (
        <Empty
          icon={SearchXIcon}
          title={t`No matches`}
          action={{ label: t`Clear search`, onClick: () => look('') }}
        >
          {t`Search for another part of the name.`}
        </Empty>
      ) : (
        <Empty
          icon={BookmarkIcon}
          title={t`No templates yet`}
          action={{ label: t`View signature requests`, render: <Link to={paths.signing()} /> }}
        >
          {t`Save a signature request as a template to reuse its document and fields with new recipients.`}
        </Empty>
      )}
      {Use && chosen && <Use template={chosen} onClose={close} />}
    </>
  )
}

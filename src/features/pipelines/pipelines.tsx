import { useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router'
import { useSession } from '../../api/account.ts'
import { paths } from '../../paths.ts'
import { deferred, useDeferredDialog } from '../../ui/deferred.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { draftKey, dropDraft, useDrafts } from './drafts.ts'
import { Runs } from './runs.tsx'
import { SavedPipelines } from './saved-pipelines.tsx'
import { TemplateGallery } from './template-gallery.tsx'
import { parseView, searchOf, TABS, type Tab } from './view.ts'

const IMPORT = deferred(async () => (await import('./import-dialog.tsx')).ImportDialog)

/** Saved pipelines, runs, or templates, by the URL. */
export function Pipelines() {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const view = parseView(search)
  const { tab } = view
  const close = () => setSearch({ ...searchOf(view) }, { replace: true })
  const Import = useDeferredDialog(IMPORT, search.get('import') === '1', close)
  const words: Record<Tab, string> = { pipelines: t`Saved`, runs: t`Runs`, templates: t`Templates` }
  return (
    <>
      <DraftNote />
      <TabLinks
        label={t`Pipelines and their runs`}
        className="flex-none"
        value={tab}
        tabs={TABS.map((value) => ({
          value,
          label: words[value],
          to: paths.pipelines(searchOf({ ...view, tab: value, pipeline: null })),
        }))}
      />
      <div className="flex min-h-0 flex-1 flex-col">
        {tab === 'pipelines' && <SavedPipelines view={view} />}
        {tab === 'runs' && <Runs view={view} />}
        {tab === 'templates' && (
          <div className="min-h-0 overflow-y-auto px-4 pt-4 pb-8 md:ps-6 md:pe-5">
            <TemplateGallery />
          </div>
        )}
      </div>
      {Import && <Import onClose={close} />}
    </>
  )
}

/** A link to an unsaved new pipeline. */
function DraftNote() {
  const { t } = useLingui()
  const { data: user } = useSession()
  const key = draftKey(user?.id, null)
  const draft = useDrafts(({ drafts }) => drafts[key])
  if (!draft) return null
  const name = draft.name.trim() || t`Untitled pipeline`
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-warn-tint px-4 py-2 text-small md:ps-6 md:pe-5">
      <span className="min-w-0 wrap-anywhere">{t`${name} isn’t saved yet. The draft is kept in this browser.`}</span>
      <span className="flex gap-4">
        <Link className="link" to={paths.newPipeline()}>{t`Continue editing`}</Link>
        <TextButton
          onClick={() => showToast({ text: t`Draft discarded`, undo: dropDraft(key) })}
        >{t`Discard`}</TextButton>
      </span>
    </p>
  )
}

import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { Tabs } from '../../ui/tabs.tsx'
import { DraftNote } from './draft-note.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { RunList } from './run-list.tsx'
import { SavedPipelines } from './saved-pipelines.tsx'
import { TemplateGallery } from './template-gallery.tsx'
import { parseView, searchOf } from './view.ts'

/** What is saved, what was run, and what to begin from; the address says which. */
export function Pipelines() {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const view = parseView(search)
  const { tab } = view
  return (
    <>
      <DraftNote />
      <Tabs
        label={t`Pipelines and their runs`}
        value={tab}
        onChange={(next) =>
          setSearch({ ...searchOf({ ...view, tab: next, pipeline: null }) }, { replace: true })
        }
        className="flex min-h-0 flex-1 flex-col *:data-[orientation]:flex-none [&>[role=tabpanel]]:flex [&>[role=tabpanel]]:min-h-0 [&>[role=tabpanel]]:flex-1 [&>[role=tabpanel]]:flex-col [&>[role=tabpanel][hidden]]:hidden"
        tabs={[
          {
            value: 'pipelines',
            label: t`Saved`,
            panel: tab === 'pipelines' && <SavedPipelines view={view} />,
          },
          { value: 'runs', label: t`Runs`, panel: tab === 'runs' && <RunList view={view} /> },
          {
            value: 'templates',
            label: t`Templates`,
            panel: tab === 'templates' && (
              <div className="min-h-0 overflow-y-auto px-4 pt-4 pb-8 md:ps-6 md:pe-5">
                <TemplateGallery />
              </div>
            ),
          },
        ]}
      />
      <ImportDialog
        open={search.get('import') === '1'}
        onClose={() => setSearch({ ...searchOf(view) }, { replace: true })}
      />
    </>
  )
}

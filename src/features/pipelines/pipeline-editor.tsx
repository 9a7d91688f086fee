import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { EllipsisIcon, PlayIcon, SaveIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Pipeline, usePipelineTemplates } from '../../api/pipelines.ts'
import { modKey } from '../../lib/use-hotkeys.ts'
import { paths } from '../../paths.ts'
import { useWindowFiles } from '../../stores/file-taker.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { deferred, useDeferredDialog } from '../../ui/deferred.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { PageTop } from '../shell/index.ts'
import { Builder } from './builder.tsx'
import { draftKey, draftOf, dropDraft, storeDraft } from './drafts.ts'

import { addFiles, fromDevice } from './run-files.ts'
import { type Editing, useEditing } from './use-editing.ts'
import { useLeftOutLabels } from './use-left-out-labels.ts'
import { usePipelineEntries } from './use-pipeline-entries.tsx'

const RUN = deferred(async () => (await import('./run-dialog.tsx')).RunDialog)

/** A pipeline's page: the editor, with save and run actions. */
export function PipelineEditor({ pipeline, user }: { pipeline: Pipeline | null; user: string }) {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const editing = useEditing(pipeline, user)
  useTemplate(pipeline, user)
  const { draft, dirty } = editing.builder
  const change = (put: (next: URLSearchParams) => void) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        put(next)
        return next
      },
      { replace: true },
    )
  const openRun = () => change((next) => next.set('run', '1'))
  const closeRun = () => change((next) => next.delete('run'))
  const running = search.get('run') === '1' && pipeline !== null
  const Run = useDeferredDialog(RUN, running, closeRun)
  useDropToRun(pipeline, running, openRun)

  return (
    <>
      <PageTop
        title={pipeline?.name ?? (draft.name.trim() || t`New pipeline`)}
        note={dirty && pipeline && <Badge tone="warn">{t`Unsaved`}</Badge>}
        actions={<Actions editing={editing} onRun={openRun} />}
      />
      <Builder editing={editing} />
      {pipeline && Run && <Run pipeline={pipeline} dirty={dirty} onClose={closeRun} />}
    </>
  )
}

function Actions({ editing, onRun }: { editing: Editing; onRun: () => void }) {
  const { t } = useLingui()
  const entries = usePipelineEntries(useLeave())
  const { pipeline, builder, save, saving, faulty } = editing
  const { dirty, draft } = builder
  const cannot =
    draft.steps.length === 0
      ? t`Add a step first.`
      : faulty !== null
        ? t`Step ${faulty} can’t run here. Fix or remove it.`
        : null
  const nothingNew = pipeline && !dirty ? t`No changes to save.` : null
  const runFirst = async () => {
    if (await save()) onRun()
  }
  return (
    <>
      {pipeline && (
        <Menu
          trigger={
            <IconButton
              name={t`More for ${pipeline.name}`}
              icon={EllipsisIcon}
              className="max-sm:flex-none"
            />
          }
          entries={entries(pipeline)}
        />
      )}
      <Button
        variant={pipeline && !dirty ? 'second' : 'primary'}
        icon={SaveIcon}
        hotkey={`${modKey()} S`}
        working={saving}
        verb={t`Saving`}
        onClick={() => void save()}
        disabled={(cannot ?? nothingNew) !== null}
        reason={cannot ?? nothingNew ?? ''}
      >
        {t`Save`}
      </Button>
      {pipeline && (
        <Button
          variant={dirty ? 'second' : 'primary'}
          icon={PlayIcon}
          onClick={() => void runFirst()}
          disabled={cannot !== null}
          reason={cannot ?? ''}
        >
          {t`Run`}
        </Button>
      )}
    </>
  )
}

/** Leaves the page after the pipeline was deleted. */
function useLeave() {
  const navigate = useNavigate()
  return () => void navigate(paths.pipelines(), { replace: true })
}

/** PDFs dropped anywhere on a saved pipeline's page are added to its next run. */
function useDropToRun(pipeline: Pipeline | null, running: boolean, open: () => void) {
  const { t } = useLingui()
  const leftOut = useLeftOutLabels()
  const act = (files: readonly File[]) => {
    if (!pipeline) {
      showToast({ kind: 'error', text: t`Save the pipeline before you run it.` })
      return
    }
    leftOut(addFiles(pipeline.id, files.map(fromDevice)))
    open()
  }
  useWindowFiles(
    {
      hint: (count) =>
        pipeline
          ? t({
              message: plural(count, {
                one: 'Drop to run the pipeline on # file',
                other: 'Drop to run the pipeline on # files',
              }),
            })
          : t`Save the pipeline first`,
      onFiles: act,
    },
    // The run dialog receives the files itself.
    !running,
  )
}

/** Loads the template named in the URL into the draft, once. The previous draft can be restored. */
function useTemplate(pipeline: Pipeline | null, user: string) {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const wanted = pipeline ? null : search.get('template')
  const { data } = usePipelineTemplates(wanted !== null)
  const template = data?.templates.find((one) => one.template === wanted)
  const taken = useRef<string | null>(null)
  useEffect(() => {
    if (!template || taken.current === template.template) return
    taken.current = template.template
    const key = draftKey(user, null)
    const putBack = dropDraft(key)
    storeDraft(key, draftOf(template))
    setSearch({}, { replace: true })
    const { name } = template
    showToast({ text: t`Started from “${name}”`, undo: putBack })
  }, [template, user, setSearch, t])
}

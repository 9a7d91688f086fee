import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { FolderOpenIcon, HardDriveIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCredits } from '../../api/convert.ts'
import type { Pipeline } from '../../api/pipelines.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { paths } from '../../paths.ts'
import { browseFiles, useWindowFiles } from '../../stores/file-taker.ts'
import { needCredits } from '../../stores/needed-credits.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { DropArea } from '../../ui/drop-area.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { ProblemLine } from '../problems/index.ts'
import { FilePicker } from '../storage/index.ts'
import { LONG, useLabels } from './labels.ts'
import { RunFileList } from './run-file-list.tsx'
import { addFiles, fromDevice, fromStorage, startRun, useDesk } from './run-files.ts'
import { RunPrice } from './run-price.tsx'
import { isStoredFirst, type RunFile } from './send-run.ts'
import { useLeftOutLabels } from './use-left-out-labels.ts'

/** Only the server's message names the affected file. */
const NAMES_FILE: ReadonlySet<string> = new Set(['unsupported_source', 'file_empty', 'malicious_file'])

type RunDialogProps = { pipeline: Pipeline; dirty: boolean; onClose: () => void }

/** Selects the PDFs of a run and shows the price before it starts. */
export function RunDialog({ pipeline, dirty, onClose }: RunDialogProps) {
  const { t } = useLingui()
  const words = useLabels()
  const navigate = useNavigate()
  const leftOut = useLeftOutLabels()
  const { id, credits, valid } = pipeline
  const { files, sending, error } = useDesk(id)
  const { data: balance } = useCredits()
  const [picking, setPicking] = useState(false)
  const here = useRef(true)
  const name = cutMiddle(pipeline.name, LONG)
  const total = (credits ?? 0) * files.length
  const missing = balance ? Math.max(0, total - balance.remaining) : 0

  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const add = (fresh: readonly RunFile[]) => leftOut(addFiles(id, fresh))
  useWindowFiles({
    hint: (count) =>
      t({ message: plural(count, { one: 'Drop to add # file', other: 'Drop to add # files' }) }),
    onFiles: (dropped) => add(dropped.map(fromDevice)),
  })

  async function run() {
    const started = await startRun(id)
    if (!started) return
    const page = paths.pipelineRun(started.run_id)
    // A user who has left the page meanwhile is not redirected.
    if (here.current) void navigate(page)
    else
      showToast({
        text: t`“${name}” is running`,
        action: { label: t`View run`, onClick: () => void navigate(page) },
      })
  }
  async function buyAndRun() {
    const available = balance?.remaining ?? null
    if (await needCredits({ reason: 'balance', required: total, available })) await run()
  }
  const cannot = !valid
    ? t`A step can’t run. Fix it first.`
    : files.length === 0
      ? t`Add a PDF first.`
      : missing > 0
        ? t`Not enough credits. Remove files or buy credits.`
        : null

  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t`Run “${name}”`}
      foot={
        <>
          <DialogClose render={<Button>{sending ? t`Close` : t`Cancel`}</Button>} />
          <Button
            variant="primary"
            working={sending}
            verb={t`Sending`}
            onClick={() => void run()}
            disabled={cannot !== null && !sending}
            reason={cannot ?? ''}
          >
            {files.length === 0 ? t`Run` : t`Run on ${words.files(files.length)}`}
          </Button>
        </>
      }
    >
      <DropArea className="flex flex-wrap items-center gap-2 px-4 py-2">
        <p className="me-auto">
          <strong className="font-strong max-sm:hidden">{t`Drop PDFs anywhere.`}</strong>
        </p>
        <Button size={28} icon={FolderOpenIcon} disabled={sending} onClick={browseFiles}>{t`Browse`}</Button>
        <Button size={28} icon={HardDriveIcon} disabled={sending} onClick={() => setPicking(true)}>
          {t`From Storage`}
        </Button>
      </DropArea>
      {files.length > 0 && <RunFileList pipeline={id} files={files} sending={sending} />}
      {dirty && (
        <p className="mt-3 text-small text-warn">
          {t`Unsaved changes aren’t used: this run uses the last saved steps.`}
        </p>
      )}
      {isStoredFirst(files) && (
        <p className="mt-3 text-small text-ink-soft">
          {t`Runs this large save the originals to Storage first. They stay there until you delete them.`}
        </p>
      )}
      <RunPrice
        each={credits}
        count={files.length}
        balance={balance}
        missing={missing}
        onBuy={() => void buyAndRun()}
      />
      {error && NAMES_FILE.has(error.code) ? (
        <p role="alert" className="mt-3 text-bad">
          {error.message}
        </p>
      ) : (
        <ProblemLine error={error} />
      )}
      <FilePicker
        multiple
        open={picking}
        formats={['pdf']}
        onClose={() => setPicking(false)}
        onPick={(picked) => add(picked.map(fromStorage))}
      />
    </Dialog>
  )
}

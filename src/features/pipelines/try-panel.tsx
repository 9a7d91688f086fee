import { useLingui } from '@lingui/react/macro'
import { FileUpIcon, HardDriveIcon } from 'lucide-react'
import { useState } from 'react'
import { formatDuration } from '../../lib/format-duration.ts'
import { Button } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { ProblemLine } from '../problems/index.ts'
import { FilePicker } from '../storage/index.ts'
import { fromDevice, fromStorage } from './run-files.ts'
import { RunStatus } from './run-status.tsx'
import { useStepLabel } from './use-step-label.ts'
import type { Trial } from './use-try.ts'

type TryPanelProps = {
  trial: Trial
  /** The number of steps. */
  steps: number
  /** The number of the first invalid step, from 1. */
  faulty: number | null
}

/** A free dry run with one PDF: the results are shown in the steps. */
export function TryPanel({ trial, steps, faulty }: TryPanelProps) {
  const { t } = useLingui()
  const stepLabel = useStepLabel()
  const [picking, setPicking] = useState(false)
  const { run, item, sending, error, start, stale, clear } = trial
  const disabled = steps === 0 || faulty !== null
  const busy = sending || run?.status === 'pending'
  const took = item?.steps.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0) ?? 0
  const at = item?.steps.findIndex(({ status }) => status === 'running') ?? -1
  const running = run?.steps[at]
  const [number, count] = [at + 1, item?.steps.length ?? 0]
  const label = running && stepLabel(running, running.label)

  return (
    <Panel title={t`Test with a sample`} note={t`Free`}>
      <DropZone
        className="grid justify-items-start gap-2 p-3"
        label={t`Sample PDF`}
        accept=".pdf,application/pdf"
        multiple={false}
        disabled={disabled || busy}
        hint={t`Drop to test the pipeline`}
        onFiles={([file]) => file && start(fromDevice(file))}
      >
        {(open) => (
          <>
            <p className="text-small text-ink-soft">
              {steps === 0
                ? t`Add a step first. Then drop a PDF here to see the result of each step.`
                : faulty !== null
                  ? t`Fix step ${faulty} first. Then drop a PDF here to see the result of each step.`
                  : t`Drop a PDF here to see the result of each step. Unsaved changes are saved first.`}
            </p>
            <span className="flex flex-wrap gap-2">
              <Button
                size={28}
                icon={FileUpIcon}
                disabled={disabled}
                working={busy}
                verb={t`Testing`}
                onClick={open}
              >
                {t`Choose a PDF`}
              </Button>
              <Button
                size={28}
                icon={HardDriveIcon}
                disabled={disabled || busy}
                onClick={() => setPicking(true)}
              >
                {t`From Storage`}
              </Button>
            </span>
          </>
        )}
      </DropZone>
      <ProblemLine error={error} />
      {run && item && (
        <div className="mt-3 grid gap-1 text-small" role="status">
          <p className="font-medium">
            <FileName name={item.conversion.filename} />
          </p>
          <p className="flex flex-wrap items-center gap-x-3">
            {run.status === 'pending' && at >= 0 ? (
              t`Step ${number} of ${count}, ${label}`
            ) : (
              <RunStatus run={run} />
            )}
            {run.status !== 'pending' && <span className="text-ink-soft">{formatDuration(took)}</span>}
          </p>
          {stale && <p className="text-warn">{t`The steps have changed since this test.`}</p>}
          {run.status !== 'pending' && (
            <p>
              <TextButton onClick={clear}>{t`Hide previews`}</TextButton>
            </p>
          )}
        </div>
      )}
      <FilePicker
        open={picking}
        formats={['pdf']}
        onClose={() => setPicking(false)}
        onPick={([file]) => file && start(fromStorage(file))}
      />
    </Panel>
  )
}

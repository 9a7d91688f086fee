import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ArchiveIcon, DownloadIcon, RotateCcwIcon, SquareIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { type PipelineRun, useCancelRun, useFailedFiles } from '../../api/pipelines.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { startDownload } from '../../lib/start-download.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { useConfirmAct, useProblemWords } from '../problems/index.ts'
import { LONG, useLabels } from './labels.ts'
import { addFiles } from './run-files.ts'

/** Actions of a run: stop, download as ZIP, and retry what failed. */
export function RunActions({ run }: { run: PipelineRun }) {
  const { t } = useLingui()
  const words = useLabels()
  const problem = useProblemWords()
  const confirm = useConfirmAct()
  const navigate = useNavigate()
  const cancelled = useCancelRun().mutateAsync
  const { mutateAsync: failedOf, isPending: asking } = useFailedFiles()
  const { run_id, conversion_id, status, download_url, pipeline_id, failed, pending, completed, dry_run } =
    run
  const name = cutMiddle(run.name, LONG)

  const cancel = () =>
    confirm({
      title: t`Cancel run “${name}”?`,
      body: t({
        message: plural(pending, {
          one: '# unfinished file will be cancelled and its held credits released. Completed files stay.',
          other:
            '# unfinished files will be cancelled and their held credits released. Completed files stay.',
        }),
      }),
      keep: t`Keep running`,
      act: t`Cancel run`,
      verb: t`Cancelling`,
      run: async () => {
        await cancelled(run_id)
      },
    })
  /**
   * Adds the failed files to a new run of the pipeline, so that a step can be fixed and the price
   * is shown first.
   */
  const again = (pipeline: string) =>
    void failedOf(run_id).then(
      (kept) => {
        const files = kept.flatMap(({ conversion_id, filename, size_bytes, s3_key }) =>
          s3_key ? [{ id: conversion_id, name: filename, size: size_bytes, file: null, s3Key: s3_key }] : [],
        )
        if (files.length === 0)
          showToast({ kind: 'error', text: t`The originals have expired. Add the files again.` })
        else addFiles(pipeline, files)
        void navigate(paths.pipeline(pipeline, { run: '1' }))
      },
      (error) => showToast({ kind: 'error', text: problem(error) }),
    )
  const done = words.files(completed)
  const failedText = words.number(failed)
  return (
    <>
      {status === 'pending' && (
        <Button variant="danger" icon={SquareIcon} onClick={cancel}>
          {t`Cancel run`}
        </Button>
      )}
      {failed > 0 && pipeline_id && status !== 'pending' && !dry_run && (
        <Button icon={RotateCcwIcon} working={asking} verb={t`Preparing`} onClick={() => again(pipeline_id)}>
          {t`Retry ${failedText} failed`}
        </Button>
      )}
      {download_url && completed > 0 && (
        <Button
          variant="primary"
          icon={conversion_id ? DownloadIcon : ArchiveIcon}
          onClick={() => startDownload(download_url)}
        >
          {conversion_id ? t`Download` : t`Download ${done} as ZIP`}
        </Button>
      )}
    </>
  )
}

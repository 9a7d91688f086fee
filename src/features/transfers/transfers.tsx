import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorFromAnswer } from '../../api/errors.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatSeconds } from '../../lib/format-duration.ts'
import {
  cancelUpload,
  clearSettledUploads,
  isActive,
  pauseAllUploads,
  pauseUpload,
  resumeAllUploads,
  resumeUpload,
  totalsOf,
  type Upload,
  useUploads,
} from '../../stores/uploads.ts'
import { type Transfer, TransfersBar } from '../../ui/transfers.tsx'
import { useProblemWords } from '../problems/index.ts'

export default function Transfers() {
  const { t, i18n } = useLingui()
  const state = useUploads()
  const [open, setOpen] = useState(false)
  const says = useUploadLabels()
  const { uploads, speed } = state
  const totals = totalsOf(state)
  const paused = uploads.filter(isActive).every((one) => one.state === 'paused')
  const left = totals.secondsLeft === null ? null : formatSeconds(totals.secondsLeft)
  const rate = formatBytes(speed, i18n.locale)
  return (
    <TransfersBar
      count={t`${totals.done} of ${totals.files} done`}
      facts={left === null ? [] : [t`${rate}/s`, t`${left} left`]}
      percent={totals.bytes > 0 ? (100 * totals.sent) / totals.bytes : 0}
      transfers={uploads.map((upload) => asTransfer(upload, says(upload)))}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) clearSettledUploads()
      }}
      paused={paused}
      onPauseAll={paused ? resumeAllUploads : pauseAllUploads}
    />
  )
}

function asTransfer(upload: Upload, says: string): Transfer {
  const { id, name, fileCount, size, state, sent } = upload
  const shared = { id, name, more: fileCount - 1, says, onCancel: () => cancelUpload(id) }
  const percent = size > 0 ? (100 * sent) / size : 0
  switch (state) {
    case 'uploading':
      return { ...shared, state: 'going', percent, onPause: () => pauseUpload(id) }
    case 'paused':
      return { ...shared, state: 'paused', percent, onResume: () => resumeUpload(id) }
    case 'failed':
      return { ...shared, state: 'failed', onRetry: () => resumeUpload(id) }
    case 'done':
      return { ...shared, state: 'done', percent: 100 }
    default:
      return { ...shared, state: 'waiting' }
  }
}

/** The state of an upload as text. A paused one says whether it starts over. */
function useUploadLabels(): (upload: Upload) => string {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  return ({ state, sent, size: bytes, sender, outcome }) => {
    const size = formatBytes(bytes, i18n.locale)
    const done = formatBytes(sent, i18n.locale)
    switch (state) {
      case 'uploading':
        return t`${done} of ${size}`
      case 'paused':
        if (sent === 0) return t`Paused`
        return sender.resumes ? t`Paused at ${done} of ${size}` : t`Paused. Starts over when resumed.`
      case 'offline':
        return t`Waiting for connection`
      case 'retrying':
        return t`Connection lost. Retrying.`
      case 'failed':
        // Storing a file is free; the text says why it failed.
        if (sender.resumes && outcome && outcome.status > 0)
          return words(errorFromAnswer(outcome.status, outcome.body))
        return sender.resumes
          ? t`Upload failed. Uploaded data is kept.`
          : t`Upload failed. Nothing was charged.`
      case 'done':
        return size
      default:
        return t`Waiting`
    }
  }
}

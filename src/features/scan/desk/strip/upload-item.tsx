import { useLingui } from '@lingui/react/macro'
import { FileImageIcon, RotateCwIcon, XIcon } from 'lucide-react'
import { errorFromAnswer, errorFromNetwork } from '../../../../api/errors.ts'
import { classNames } from '../../../../lib/class-names.ts'
import { formatPercent } from '../../../../lib/format-number.ts'
import { cancelUpload, resumeUpload, type Upload } from '../../../../stores/uploads.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { ProgressLine } from '../../../../ui/progress-line.tsx'
import { useProblemWords } from '../../../problems/index.ts'

/** A local photo that is being uploaded, or was refused, with the reason. */
export function UploadItem({ upload, isAcross }: { upload: Upload; isAcross: boolean }) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const { id, name, state, sent, size, outcome } = upload
  const percent = size > 0 ? (100 * sent) / size : 0
  const isFailed = state === 'failed'
  const { status = 0, body = null } = outcome ?? {}
  const why = isFailed && words(status === 0 ? errorFromNetwork() : errorFromAnswer(status, body))
  return (
    <li
      className={classNames('grid flex-none gap-1 p-1.5 text-small', isAcross ? 'w-19' : 'w-24.5')}
      title={name}
    >
      <span
        className={classNames(
          'relative grid place-items-center border border-dashed border-control bg-sunk text-ink-faint',
          isAcross ? 'h-20' : 'h-30',
        )}
      >
        <FileImageIcon />
        <span className="absolute inset-x-0 bottom-0">
          <ProgressLine label={name} percent={percent} state={isFailed ? 'failed' : 'going'} />
        </span>
      </span>
      {isFailed ? (
        <>
          <span role="alert" className={classNames('text-bad', isAcross && 'sr-only')}>
            {why}
          </span>
          <span className="flex">
            <IconButton
              name={t`Retry ${name}`}
              icon={RotateCwIcon}
              size={24}
              onClick={() => resumeUpload(id)}
            />
            <IconButton name={t`Remove ${name}`} icon={XIcon} size={24} onClick={() => cancelUpload(id)} />
          </span>
        </>
      ) : (
        <span className="flex justify-between gap-1 text-ink-soft">
          <span className="truncate">{name}</span>
          <span>{formatPercent(percent, i18n.locale)}</span>
        </span>
      )}
    </li>
  )
}

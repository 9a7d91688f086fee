import { useLingui } from '@lingui/react/macro'
import { CircleCheckIcon, DownloadIcon, FilePenLineIcon, HardDriveIcon, SignatureIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { Conversion } from '../../../../api/history.ts'
import { formatBytes } from '../../../../lib/format-bytes.ts'
import { formatNumber, formatPercent } from '../../../../lib/format-number.ts'
import { paths } from '../../../../paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { FileName } from '../../../../ui/file-name.tsx'
import { ProgressLine } from '../../../../ui/progress-line.tsx'
import { TextButton } from '../../../../ui/text-button.tsx'
import { failureWords } from '../../../problems/index.ts'
import { useNextStep } from './use-next-step.ts'

/** The progress of the PDF, and the actions for it. */
export function ResultPart({ conversion, onBack }: { conversion: Conversion; onBack: () => void }) {
  const { t, i18n } = useLingui()
  const { status, filename, progress, stage, output, delivery, error, credits_charged } = conversion
  if (status === 'pending') {
    const percent = progress === null ? undefined : 100 * progress
    return (
      <section aria-label={t`PDF`} className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-4">
        <h2 className="font-medium">
          <FileName name={filename} />
        </h2>
        <ProgressLine label={t`Creating PDF`} {...(percent !== undefined && { percent })} />
        <p role="status" className="flex justify-between gap-2 text-small text-ink-soft">
          <span>{stage ?? t`Creating PDF`}</span>
          <span>{percent !== undefined && formatPercent(percent, i18n.locale)}</span>
        </p>
        <p className="text-small text-ink-soft">{t`Later page changes aren’t included in this PDF.`}</p>
      </section>
    )
  }
  if (status !== 'completed' || !output)
    return (
      <section aria-label={t`PDF`} className="grid justify-items-start gap-3 px-4 py-4">
        <p role="alert" className="text-bad">
          {error ? `${i18n._(failureWords(error.code).title)}.` : t`The PDF wasn’t created.`}{' '}
          {t`You weren’t charged.`}
        </p>
        <Button onClick={onBack}>{t`Retry`}</Button>
      </section>
    )
  const size = formatBytes(output.size_bytes, i18n.locale)
  const charged = formatNumber(credits_charged ?? 0, i18n.locale)
  return (
    <section aria-label={t`PDF`} className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-4">
      <div className="flex items-start gap-2">
        <CircleCheckIcon className="mt-0.5 text-ok" />
        <div className="min-w-0" role="status">
          <p className="font-medium">
            <FileName name={output.filename} />
          </p>
          <p className="text-small text-ink-soft">{t`PDF created, ${size}, ${charged} credits charged`}</p>
        </div>
      </div>
      {delivery?.state === 'failed' && (
        <p role="alert" className="text-bad">
          {delivery.problem}
        </p>
      )}
      <Ways conversion={conversion} />
      <p className="text-small text-ink-soft">
        {t`The session stays open.`} <TextButton onClick={onBack}>{t`Create another PDF`}</TextButton>
      </p>
    </section>
  )
}

function Ways({ conversion }: { conversion: Conversion }) {
  const { t } = useLingui()
  const { go, download } = useNextStep()
  const { delivery } = conversion
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {delivery?.file_id ? (
        <Button
          variant="primary"
          wide
          icon={HardDriveIcon}
          render={<Link to={paths.storedFile(delivery.file_id)} />}
        >
          {t`Show in Storage`}
        </Button>
      ) : (
        <Button variant="primary" wide icon={DownloadIcon} onClick={() => download(conversion)}>
          {t`Download PDF`}
        </Button>
      )}
      <Button wide icon={FilePenLineIcon} onClick={() => go(conversion, 'workbench')}>
        {t`Open in workbench`}
      </Button>
      <Button wide icon={SignatureIcon} onClick={() => go(conversion, 'sign')}>
        {t`Send for signature`}
      </Button>
    </div>
  )
}

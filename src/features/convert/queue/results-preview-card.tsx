import { useLingui } from '@lingui/react/macro'
import { DownloadIcon, LinkIcon } from 'lucide-react'
import { useSession } from '../../../api/account.ts'
import type { Conversion } from '../../../api/history.ts'
import { Button } from '../../../ui/button.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CompactPreview } from '../../preview/index.ts'
import { useShareResult } from '../../shares/manage/index.ts'

type ResultsPreviewCardProps = {
  /** All results of the list, in order. */
  conversions: readonly Conversion[]
  conversion: Conversion
  /** Its thumbnail URL; null if no engine renders one. */
  thumbnail: string | null
  onOpen: () => void
}

/** A small preview of the focused row's result, below the totals. */
export function ResultsPreviewCard({ conversions, conversion, thumbnail, onOpen }: ResultsPreviewCardProps) {
  const { t } = useLingui()
  const sharing = useShareResult()
  const { data: user } = useSession()
  const name = conversion.output?.filename ?? conversion.filename
  const place = conversions.indexOf(conversion) + 1
  const count = conversions.length
  return (
    <section
      aria-label={t`Preview of the selected result`}
      className="rounded-sheet border border-line-strong bg-surface"
    >
      <header className="flex items-baseline justify-between gap-3 px-3.5 py-2.5">
        <FileName name={name} strong />
        <span className="flex-none text-small text-ink-soft">{t`${place} of ${count}`}</span>
      </header>
      <div className="px-3.5">
        <CompactPreview key={conversion.conversion_id} conversion={conversion} thumbnail={thumbnail} />
      </div>
      <div className="flex gap-2 px-3.5 py-3">
        <Button size={28} className="flex-1" hotkey="↵" onClick={onOpen}>{t`Open preview`}</Button>
        {conversion.download_url && (
          <IconButton
            framed
            name={t`Download result ${name}`}
            icon={DownloadIcon}
            render={<a href={conversion.download_url} download />}
          />
        )}
        {user && conversion.output && (
          <IconButton
            framed
            name={t`Share ${name}`}
            icon={LinkIcon}
            onClick={() => sharing.share(conversion)}
          />
        )}
      </div>
      {sharing.dialog}
    </section>
  )
}

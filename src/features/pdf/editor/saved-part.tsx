import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CircleCheckIcon, DownloadIcon, FolderOpenIcon, Link2Icon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { serverText } from '../../../lib/server-text.ts'
import { Button } from '../../../ui/button.tsx'
import { type Saved, SHOWN_MS } from './saved.ts'
import { usePauseTimer } from './use-pause-timer.ts'
import type { SaveAs } from './use-save.tsx'

type SavedPartProps = {
  saved: Saved
  onOpen: (saved: Saved) => void
  /** Null for guests, who cannot create links. */
  onShare: ((saved: Saved) => void) | null
  /** The timer has ended: shows the form again. */
  onEnd: () => void
}

/**
 * The result with its actions, for ten seconds after saving. The timer pauses on hover and focus.
 */
export function SavedPart({ saved, onOpen, onShare, onEnd }: SavedPartProps) {
  const { t, i18n } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  usePauseTimer(SHOWN_MS, hovered || focused, onEnd)
  // The pressed button is gone: the next action gets the focus.
  useEffect(() => {
    if (document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [])
  const { as, size, charged, warnings, url } = saved
  const said: Record<SaveAs, string> = {
    download: t`Downloaded`,
    storage: t`Saved to Storage`,
    replace: t`Saved. The previous version is kept.`,
    share: t`Saved to Storage`,
    sign: t`Signature request created`,
  }
  const cost =
    charged === 0 ? t`Free` : t({ message: plural(charged, { one: '# credit', other: '# credits' }) })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens whether it is in use
    <div
      ref={box}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="grid grid-cols-[minmax(0,1fr)] gap-2.5"
    >
      <div role="status" className="flex items-start gap-2">
        <CircleCheckIcon className="mt-0.5 flex-none text-ok" />
        <span className="min-w-0">
          <span className="block font-medium">{said[as]}</span>
          <span className="block text-small text-ink-soft">
            {size === null ? cost : `${formatBytes(size, i18n.locale)} · ${cost}`}
          </span>
          {warnings.map((warning) => (
            <span key={warning.message} className="block text-small wrap-break-word text-ink-soft">
              {serverText(i18n, warning)}
            </span>
          ))}
        </span>
      </div>
      <div className="flex flex-wrap gap-2 *:flex-auto">
        <Button className="px-2" icon={FolderOpenIcon} onClick={() => onOpen(saved)}>{t`Open`}</Button>
        {onShare && (
          <Button className="px-2" icon={Link2Icon} onClick={() => onShare(saved)}>{t`Share`}</Button>
        )}
        {url && (
          <Button className="px-2" icon={DownloadIcon} render={<a href={url} download="" />}>
            {t`Download`}
          </Button>
        )}
      </div>
    </div>
  )
}

import {
  CheckIcon,
  CircleAlertIcon,
  ClockIcon,
  FileImageIcon,
  type LucideIcon,
  UploadIcon,
} from 'lucide-react'
import { useRef } from 'react'
import { classNames } from '../../../../lib/class-names.ts'
import type { PageState, PhonePage } from './phone-page.ts'
import { useIsNear, useThumb } from './use-thumb.ts'

const BADGES: Record<PageState, [LucideIcon, string]> = {
  saving: [ClockIcon, 'bg-raised text-ink-faint'],
  waiting: [ClockIcon, 'bg-raised text-ink-soft'],
  sending: [UploadIcon, 'bg-accent-tint text-accent'],
  receiving: [UploadIcon, 'bg-raised text-ink-soft'],
  sent: [CheckIcon, 'bg-ok-tint text-ok'],
  failed: [CircleAlertIcon, 'bg-bad-tint text-bad'],
}

/**
 * The rendered page, with its upload progress and a badge. Its text is next to it or in its
 * button’s name.
 */
export function PageThumb({ token, page, isNew }: { token: string; page: PhonePage; isNew?: boolean }) {
  const box = useRef<HTMLSpanElement>(null)
  const url = useThumb(token, page, useIsNear(box))
  const [Icon, appearance] = BADGES[page.state]
  return (
    <span
      ref={box}
      aria-hidden="true"
      className={classNames(
        'relative grid h-15 w-11 flex-none place-items-center overflow-hidden rounded-mark bg-raised text-ink-faint',
        isNew && 'scan-new',
      )}
    >
      {url ? (
        <img src={url} alt="" draggable={false} className="size-full bg-paper object-cover" />
      ) : (
        <FileImageIcon className="size-5" />
      )}
      <span className={classNames('absolute end-0 bottom-0 grid size-4.5 place-items-center', appearance)}>
        <Icon className="size-3" />
      </span>
      {page.state === 'sending' && (
        <span className="absolute inset-x-0 bottom-0 h-1 bg-inverse">
          <span
            className="block h-full bg-accent transition-[width] duration-(--dur)"
            style={{ width: `${Math.round(page.share * 100)}%` }}
          />
        </span>
      )}
    </span>
  )
}

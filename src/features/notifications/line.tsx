import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Notification } from '../../api/notifications.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatTime } from '../../lib/format-date.ts'
import { useActingFor } from '../businesses/acting/index.ts'
import { useLabels } from './labels.ts'
import { partsOf, plainOf } from './strong.ts'
import { lookOf, type Outcome, pathOf } from './target.ts'

const COLORS: Record<Outcome, string> = {
  ok: 'text-ok',
  accent: 'text-accent',
  warn: 'text-warn',
  bad: 'text-bad',
  plain: 'text-ink-soft',
}

type LineProps = {
  notification: Notification
  /** Called when it is opened by click or Enter. */
  onOpen: () => void
  /** Fixed height for a virtual list: from 640 px on the sentence has one line. */
  fixed?: boolean
}

/**
 * A notification: outcome, sentence, place and time, and one action. The link covers the whole
 * line.
 */
export function Line({ notification, onOpen, fixed }: LineProps) {
  const { t, i18n } = useLingui()
  const words = useLabels()
  const business = useActingFor()?.business_id ?? null
  const { id, is_read, created_at } = notification
  const { icon: Icon, outcome, verb } = lookOf(notification)
  const { sentence, note } = words(notification)
  const time = formatTime(new Date(created_at), { locale: i18n.locale })
  const [said, does] = [plainOf(sentence), i18n._(verb)]
  return (
    <div
      className={classNames(
        'relative flex h-full min-h-13 items-center gap-3 py-2 ps-(--inset,1rem) pe-3 hover:bg-hover has-focus-visible:bg-hover',
        !is_read && 'before:absolute before:inset-y-0 before:start-0 before:w-(--spine) before:bg-accent',
      )}
    >
      <div className="flex min-w-0 flex-1 gap-3">
        <Icon aria-hidden="true" className={classNames('mt-0.5 size-4 flex-none', COLORS[outcome])} />
        <p className="min-w-0 flex-1">
          <span className={classNames('line-clamp-2 wrap-anywhere', fixed && 'sm:line-clamp-1')}>
            {partsOf(sentence).map(({ text, marked }, at) =>
              marked ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence
                <bdi key={at} translate="no" className="font-medium">
                  {text}
                </bdi>
              ) : (
                text
              ),
            )}
          </span>
          <span className="flex min-w-0 text-small text-ink-soft">
            {note && (
              <>
                <bdi className="truncate">{note}</bdi>
                <span className="flex-none">,&nbsp;</span>
              </>
            )}
            <time dateTime={created_at} className="flex-none">
              {time}
            </time>
          </span>
        </p>
      </div>
      <Link
        data-row={id}
        to={pathOf(notification, business)}
        onClick={onOpen}
        title={said}
        aria-label={is_read ? t`${does}: ${said}` : t`${does}, new: ${said}`}
        className="inline-flex min-h-(--size-control-sm) flex-none items-center rounded-control border border-control bg-raised px-2 text-small font-medium after:absolute after:inset-0 touch:min-h-(--size-touch)"
      >
        {does}
      </Link>
    </div>
  )
}

import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Business } from '../../../../api/businesses.ts'
import { formatDateTime } from '../../../../lib/format-date.ts'
import { Panel } from '../../../../ui/panel.tsx'

type Event = Business['verification_events'][number]

const DOTS: Partial<Record<Event['kind'], string>> = {
  'verification.verified': 'bg-ok',
  'document.accepted': 'bg-ok',
  'verification.rejected': 'bg-bad',
  'document.rejected': 'bg-bad',
}

/** Events, newest first. */
export function Timeline({ business }: { business: Business }) {
  const { t, i18n } = useLingui()
  const words = useEventLabels()
  const events = business.verification_events.toReversed()
  return (
    <Panel title={t`Timeline`}>
      {events.length === 0 && <p className="text-ink-soft">{t`Nothing submitted yet.`}</p>}
      <ol>
        {events.map((event) => (
          <li
            key={event.id}
            className="relative pb-4 ps-6 before:absolute before:top-3 before:bottom-0 before:start-[5px] before:border-s before:border-line-strong last:pb-0 last:before:hidden"
          >
            <span
              aria-hidden="true"
              className={`absolute start-0 top-1 size-2.5 rounded-pill ${DOTS[event.kind] ?? 'bg-ink-soft'}`}
            />
            <span className="block font-medium">{words(event)}</span>
            {event.file_name && (
              <bdi translate="no" className="block wrap-anywhere">
                {event.file_name}
              </bdi>
            )}
            <span className="block text-small text-ink-soft">
              {formatDateTime(new Date(event.at), { locale: i18n.locale })}
              {event.by && `, ${event.by}`}
            </span>
            {event.reason && <span className="mt-0.5 block text-small wrap-anywhere">{event.reason}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function useEventLabels(): (event: Event) => string {
  const { t } = useLingui()
  return ({ kind, count }) => {
    const many = count ?? 0
    switch (kind) {
      case 'business.created':
        return t`Business created`
      case 'verification.submitted':
        return many > 0
          ? t({ message: plural(many, { one: 'Submitted # document', other: 'Submitted # documents' }) })
          : t`Submitted`
      case 'verification.in_review':
        return t`In review`
      case 'verification.verified':
        return t`Verified`
      case 'verification.rejected':
        return many > 0
          ? t({ message: plural(many, { one: '# document rejected', other: '# documents rejected' }) })
          : t`Rejected`
      case 'document.added':
        return t`Document uploaded`
      case 'document.removed':
        return t`Document deleted`
      case 'document.accepted':
        return t`Document accepted`
      case 'document.rejected':
        return t`Document rejected`
      default:
        return t`Verification changed`
    }
  }
}

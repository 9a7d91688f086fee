import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Business } from '../../../../api/businesses.ts'
import { classNames } from '../../../../lib/class-names.ts'
import type { Requirement } from './requirement.ts'

const LOOKS: Record<Requirement['status'], string> = {
  missing: 'border-dashed border-control bg-transparent',
  ready: 'border-accent bg-accent-tint',
  submitted: 'border-accent bg-accent',
  accepted: 'border-ok bg-ok',
  rejected: 'border-bad bg-bad-tint',
}

/** The number of accepted requirements as text and as blocks, and the next step as a sentence. */
export function ChecklistHead({ business }: { business: Business }) {
  const { t } = useLingui()
  const { requirements, verification_status } = business
  const total = requirements.length
  const verified = verification_status === 'verified'
  const accepted = verified ? total : requirements.filter(({ status }) => status === 'accepted').length
  const rejected = requirements.filter(({ status }) => status === 'rejected').length
  const missing = requirements.filter(({ status }) => status === 'missing').length
  const sentence = verified
    ? t`The business is verified.`
    : verification_status === 'submitted' || verification_status === 'in_review'
      ? t`A reviewer is checking your documents. No action needed.`
      : rejected > 0
        ? t({
            message: plural(rejected, {
              one: 'Replace # document. Accepted documents stay accepted.',
              other: 'Replace # documents. Accepted documents stay accepted.',
            }),
          })
        : missing > 0
          ? t({ message: plural(missing, { one: '# item missing.', other: '# items missing.' }) })
          : t`All documents are in place. Submit them for review.`
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-3 p-4">
      <p>
        <span className="block text-small text-ink-soft">{t`Accepted`}</span>
        <span className="title text-display">{accepted}</span>{' '}
        <span className="text-lead text-ink-soft">{t`of ${total}`}</span>
      </p>
      <div className="min-w-0 flex-1 basis-56">
        <div aria-hidden="true" className="flex gap-1">
          {requirements.map(({ item, status }) => (
            <span
              key={item}
              className={classNames(
                'h-5 min-w-2 flex-1 rounded-[2px] border',
                verified ? LOOKS.accepted : LOOKS[status],
              )}
            />
          ))}
        </div>
        <p className="mt-2">{sentence}</p>
      </div>
    </div>
  )
}

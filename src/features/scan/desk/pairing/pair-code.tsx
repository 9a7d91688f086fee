import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ScanPairing } from '../../../../api/scan.ts'
import { classNames } from '../../../../lib/class-names.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { TextButton } from '../../../../ui/text-button.tsx'
import { inGroups } from './addresses.ts'

type PairCodeProps = { pairing: ScanPairing; isBig?: boolean; isAsking: boolean; onNew: () => void }

const MINUTE = 60_000

/** The pairing code to enter on the phone, its remaining time, and a button for a new one. */
export function PairCode({ pairing, isBig, isAsking, onNew }: PairCodeProps) {
  const { t } = useLingui()
  const now = useNow()
  const left = Date.parse(pairing.code_expires_at) - now
  const minutes = Math.ceil(left / MINUTE)
  const isExpired = left <= 0
  return (
    <>
      <p
        translate="no"
        dir="ltr"
        className={classNames(
          'mono w-fit font-medium tracking-widest select-all',
          isBig ? 'text-title' : 'text-lead',
          isExpired && 'text-ink-faint line-through',
        )}
      >
        {inGroups(pairing.code)}
      </p>
      <p className="text-small text-ink-soft" aria-live="polite">
        {isExpired
          ? t`The code has expired.`
          : t({
              message: plural(minutes, {
                one: 'Single use, expires in # minute.',
                other: 'Single use, expires in # minutes.',
              }),
            })}{' '}
        <TextButton onClick={onNew} disabled={isAsking}>
          {t`New code`}
        </TextButton>
      </p>
    </>
  )
}

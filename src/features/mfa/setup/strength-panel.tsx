import { useLingui } from '@lingui/react/macro'
import type { User } from '../../../api/account.ts'
import { type MfaSecurity, type MfaStatus, useMfaSecurity, useMfaStatus } from '../../../api/mfa.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Bone } from '../../../ui/skeleton.tsx'
import { Coming, Problem } from '../../problems/index.ts'
import { Parts } from './parts.tsx'
import { type NextStep, nextStep, type PartName, SEGMENT_POINTS } from './score.ts'

/** The security score with its parts, and the step that would add the most. */
export function StrengthPanel({ user }: { user: User }) {
  const status = useMfaStatus()
  const security = useMfaSecurity()
  const failed = [status, security].find(({ error, data }) => error && !data)
  const step = security.data ? nextStep(security.data) : null
  return (
    <Panel flush>
      {failed ? (
        <Problem
          error={failed.error}
          onRetry={() => {
            void status.refetch()
            void security.refetch()
          }}
        />
      ) : status.data && security.data ? (
        <>
          <Score security={security.data} status={status.data} step={step} />
          <Parts user={user} status={status.data} security={security.data} step={step} />
        </>
      ) : (
        <Coming
          paused={status.isPaused || security.isPaused}
          rows={6}
          row={
            <>
              <Bone className="size-4" />
              <span className="grid flex-1 gap-2 py-1">
                <Bone className="h-3 w-32" />
                <Bone className="h-3 w-48" />
              </span>
              <Bone className="h-8 w-20" />
            </>
          }
        />
      )}
    </Panel>
  )
}

type ScoreProps = { security: MfaSecurity; status: MfaStatus; step: NextStep | null }

function Score({ security: { security_score: score }, status, step }: ScoreProps) {
  const { t, i18n } = useLingui()
  const of = formatNumber(score, i18n.locale)
  const full = formatNumber(100, i18n.locale)
  const word =
    score >= 100
      ? t`Excellent.`
      : score >= 85
        ? t`Strong.`
        : score >= 60
          ? t`Good.`
          : score >= 40
            ? t`Fair.`
            : t`Weak.`
  return (
    <div className="grid items-start gap-x-8 gap-y-3 p-4 sm:grid-cols-[140px_minmax(0,1fr)]">
      <div>
        <h2 className="text-small text-ink-soft">{t`Sign-in security`}</h2>
        <p className="mt-1">
          <span className="title text-[2.75rem]/11">{of}</span>{' '}
          <span className="text-ink-soft">{t`of ${full}`}</span>
        </p>
      </div>
      <div className="sm:pt-2">
        {/* biome-ignore lint/a11y/useSemanticElements: a <meter> has no segments */}
        <div
          role="meter"
          aria-label={t`Sign-in security`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={score}
          aria-valuetext={t`${of} of ${full}`}
          className="flex gap-0.75"
        >
          {Array.from({ length: 100 / SEGMENT_POINTS }, (_, index) => {
            const from = index * SEGMENT_POINTS
            return (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place
                key={index}
                className={classNames(
                  'h-5 min-w-0 flex-1 rounded-[1px] border',
                  from < score
                    ? 'border-ok bg-ok'
                    : from < (step?.takesTo ?? 0)
                      ? 'border-dashed border-accent bg-accent-tint'
                      : 'border-control bg-sunk',
                )}
              />
            )
          })}
        </div>
        <p className="mt-2">
          <strong className="font-strong">{word}</strong>{' '}
          {!status.is_enabled && t`A stolen password is enough to sign in.`}{' '}
          {step ? <StepLabels step={step} /> : t`Nothing left to improve.`}
        </p>
      </div>
    </div>
  )
}

function StepLabels({ step: { part, takesTo } }: { step: NextStep }) {
  const { t, i18n } = useLingui()
  const score = formatNumber(takesTo, i18n.locale)
  const words: Record<PartName, string> = {
    password: t`Set a password to reach ${score}.`,
    verified_email: t`Confirm your e-mail address to reach ${score}.`,
    totp: t`Add an authenticator app to reach ${score}.`,
    email: t`Add e-mail codes to reach ${score}.`,
    backup_codes: t`Renew your backup codes to reach ${score}.`,
    sms: t`Add a phone number to reach ${score}.`,
  }
  return words[part]
}

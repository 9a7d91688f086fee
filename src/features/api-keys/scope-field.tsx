import { useLingui } from '@lingui/react/macro'
import { isPersonal } from '../../../contract/permissions.ts'
import type { Scope } from '../../api/access.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { ALL_SCOPES, CONVERT_ONLY, groupsOf, SCOPE_WORDS } from './scope-labels.ts'

type ScopeFieldProps = {
  chosen: ReadonlySet<Scope>
  /** A business's key acts for no user, so user scopes are excluded. */
  business: boolean
  onChange: (chosen: ReadonlySet<Scope>) => void
  error?: string | undefined
}

/** The scopes of a key, by area; two presets that suit most keys are above. */
export function ScopeField({ chosen, business, onChange, error }: ScopeFieldProps) {
  const { t, i18n } = useLingui()
  const all = ALL_SCOPES.filter((scope) => !business || !isPersonal(scope))

  function set(scope: Scope, on: boolean) {
    const next = new Set(chosen)
    if (on) next.add(scope)
    else next.delete(scope)
    onChange(next)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-small font-medium text-ink-soft">{t`Permissions`}</legend>
      <p className="mb-1.5 flex flex-wrap gap-x-4 gap-y-1 text-small">
        <TextButton onClick={() => onChange(new Set(CONVERT_ONLY))}>{t`Convert only`}</TextButton>
        <TextButton onClick={() => onChange(new Set(all))}>{t`Full access`}</TextButton>
        <TextButton onClick={() => onChange(new Set())}>{t`Clear`}</TextButton>
      </p>
      <div className="divide-y divide-line rounded-control border border-line-strong">
        {groupsOf(all).map(({ area, name, scopes }) => (
          <div key={area} className="grid gap-x-3 gap-y-1 px-3 py-2 sm:grid-cols-[80px_minmax(0,1fr)]">
            <span className="font-medium">{i18n._(name)}</span>
            <div className="grid gap-1.5">
              {scopes.map(({ scope }) => (
                <Checkbox key={scope} checked={chosen.has(scope)} onChange={(on) => set(scope, on)}>
                  {i18n._(SCOPE_WORDS[scope])}
                </Checkbox>
              ))}
            </div>
          </div>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1 text-small text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

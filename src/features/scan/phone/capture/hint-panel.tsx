import { useLingui } from '@lingui/react/macro'
import type { Hint } from '../camera/hint.ts'
import type { Mode } from './use-capture.ts'

type HintPanelProps = {
  hint: Hint
  isStarting: boolean
  isAuto: boolean
  mode: Mode
  isBack: boolean
}

/** The current instruction, with the progress of holding still. */
export function HintPanel({ hint, isStarting, isAuto, mode, isBack }: HintPanelProps) {
  const { t } = useLingui()
  const words = (): string => {
    if (isStarting) return t`Starting the camera`
    const side = mode !== 'card' ? null : isBack ? t`Back of the card` : t`Front of the card`
    switch (hint) {
      case 'dark':
        return t`Too dark`
      case 'closer':
        return t`Move closer`
      case 'back':
        return t`Move back`
      case 'still':
        return t`Hold still`
      case 'ready':
        return t`Ready`
      case 'captured':
        return isBack ? t`Turn the card over` : t`Captured. Show the next page`
      default:
        return side ?? (mode === 'book' ? t`Looking for an open book` : t`Looking for a page`)
    }
  }
  return (
    <div className="scan-hint">
      <p aria-live="polite" className="text-[1.0625rem]/6 font-medium text-balance">
        {words()}
      </p>
      {isAuto && !isStarting && (
        <div aria-hidden="true" className="mt-2 h-1 w-full overflow-hidden rounded-mark bg-inverse-line">
          <div className="scan-held-bar h-full bg-accent" />
        </div>
      )}
    </div>
  )
}

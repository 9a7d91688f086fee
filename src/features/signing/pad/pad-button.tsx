import type { LucideIcon } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'

type PadButtonProps = { name: string; icon: LucideIcon; off: boolean; onPress: () => void }

/** On paper, which stays light in dark mode. */
export function PadButton({ name, icon: Icon, off, onPress }: PadButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-disabled={off}
      onClick={() => !off && onPress()}
      className={classNames(
        'grid size-11 place-items-center rounded-control text-paper-ink-soft focus-visible:outline-paper-accent',
        off && 'opacity-40',
      )}
    >
      <Icon className="size-5" />
    </button>
  )
}

import { Kbd } from './kbd.tsx'

/** The shortcuts below a list. Hidden on devices without a keyboard. */
export function HotkeyHints({ keys }: { keys: readonly { key: string; does: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-3.5 gap-y-1.5 text-small text-ink-soft touch:hidden">
      {keys.map(({ key, does }) => (
        <li key={key} className="flex items-center gap-1.5">
          <Kbd>{key}</Kbd>
          {does}
        </li>
      ))}
    </ul>
  )
}

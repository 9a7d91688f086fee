import type { LucideIcon } from 'lucide-react'

type PaperSheetProps = { icon: LucideIcon; kind?: string; family?: string }

/**
 * A sheet of paper with a cut corner. It is decorative, so it has no accessible name, and is hidden
 * on phones.
 */
export function PaperSheet({ icon: Icon, kind, family }: PaperSheetProps) {
  return (
    <div
      aria-hidden="true"
      className="landing-aside hidden lg:grid lg:min-h-dvh lg:place-items-center"
      data-family={family}
    >
      <div className="relative h-60 w-46 text-line-strong">
        <svg viewBox="0 0 184 240" fill="none" className="absolute inset-0 size-full" aria-hidden="true">
          <path
            d="M.5 4.5a4 4 0 0 1 4-4H139.5l44 44v191a4 4 0 0 1-4 4H4.5a4 4 0 0 1-4-4zM139.5.5v40a4 4 0 0 0 4 4h40"
            className="fill-surface"
            stroke="currentColor"
          />
        </svg>
        <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 text-(--family,var(--color-ink-faint))">
          <Icon className="size-8" />
          {kind && <span className="mono max-w-36 truncate font-medium">{kind}</span>}
        </div>
      </div>
    </div>
  )
}

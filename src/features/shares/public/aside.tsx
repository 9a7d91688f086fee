import { FileIcon, type LucideIcon } from 'lucide-react'
import type { PublicShare } from '../../../api/public-share.ts'
import { Entries } from './entries.tsx'
import { Preview } from './preview.tsx'
import { kindOf } from './use-what.ts'

/** Beside the button: what may be seen of the file before a download. Where there is nothing to see, a blank sheet of its kind. */
export function Aside({ share }: { share: PublicShare }) {
  const { file, preview, entries, entry_count } = share
  if (!file) return null
  if (preview)
    return (
      <div className="landing-aside">
        <Preview preview={preview} file={file} />
      </div>
    )
  if (entries && entries.length > 0)
    return (
      <div className="landing-aside">
        <Entries entries={entries} count={entry_count ?? entries.length} />
      </div>
    )
  return <Sheet icon={FileIcon} kind={kindOf(file)} family={file.family} />
}

type SheetProps = { icon: LucideIcon; kind?: string; family?: string }

/** A sheet of paper with its corner cut. It says nothing that is not said in words, so it has no name, and on a phone no room. */
export function Sheet({ icon: Icon, kind, family }: SheetProps) {
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

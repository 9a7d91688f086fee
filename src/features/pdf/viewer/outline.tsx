import { useLingui } from '@lingui/react/macro'
import { ChevronRightIcon, ExternalLinkIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import type { PdfHandle } from './handle.ts'
import { safeAddress } from './links.ts'
import type { OpenPdf } from './opening.ts'
import { OuterLink } from './outer-link.tsx'

export type PdfOutlineProps = {
  pdf: OpenPdf
  handle: PdfHandle
  /** Called after navigation, for example to close a sheet. */
  onGo?: () => void
}

interface Entry {
  title: string
  dest: unknown
  url: string | null
  count?: number | undefined
  items: Entry[]
}

/** Outlines up to this length are fully expanded; longer ones as the author set them. */
const SHORT = 40

const sizeOf = (entries: Entry[]): number => entries.reduce((sum, { items }) => sum + 1 + sizeOf(items), 0)

/** The file's outline. */
export function Outline({ pdf: open, handle, onGo }: PdfOutlineProps) {
  const { t } = useLingui()
  const pdf = open.state === 'open' ? open.pdf : null
  const [entries, setEntries] = useState<Entry[] | null>(null)
  useEffect(() => {
    if (!pdf) return
    let gone = false
    setEntries(null)
    pdf.document.getOutline().then(
      (outline) => !gone && setEntries((outline ?? []) as Entry[]),
      () => !gone && setEntries([]),
    )
    return () => {
      gone = true
    }
  }, [pdf])
  if (!pdf || !entries) return null
  if (entries.length === 0)
    return <p className="px-4 py-6 text-center text-ink-soft">{t`This file has no outline.`}</p>
  const short = sizeOf(entries) <= SHORT
  return (
    <nav aria-label={t`Outline`} className="py-2">
      <Entries entries={entries} depth={0} short={short} handle={handle} onGo={onGo} />
    </nav>
  )
}

type EntriesProps = {
  entries: Entry[]
  depth: number
  short: boolean
  handle: PdfHandle
  onGo: (() => void) | undefined
}

function Entries({ entries, ...rest }: EntriesProps) {
  const folds = entries.some(({ items }) => items.length > 0)
  return (
    <ul>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an outline never changes
        <Item key={index} entry={entry} folds={folds} {...rest} />
      ))}
    </ul>
  )
}

type ItemProps = Omit<EntriesProps, 'entries'> & {
  entry: Entry
  /** Whether it or a sibling can be collapsed. */
  folds: boolean
}

function Item({ entry, folds, depth, short, handle, onGo }: ItemProps) {
  const { t } = useLingui()
  const { title, items, dest, url, count } = entry
  const [open, setOpen] = useState(short || (count ?? 0) > 0)
  const name = title.trim() || t`Untitled`
  const href = url ? safeAddress(url) : null
  const row = classNames(
    'flex min-h-7 min-w-0 flex-1 items-center gap-1.5 rounded-control py-1 pe-2 text-start focus-visible:focus-inset touch:min-h-(--size-touch)',
    (dest || href) && 'hover:bg-hover',
    depth === 0 && 'font-medium',
  )
  return (
    <li>
      <div
        className="flex items-start pe-2"
        style={{ paddingInlineStart: `${0.5 + Math.min(depth, 8) * 0.75}rem` }}
      >
        {items.length > 0 ? (
          <button
            type="button"
            aria-expanded={open}
            aria-label={open ? t`Collapse ${name}` : t`Expand ${name}`}
            onClick={() => setOpen(!open)}
            className="grid size-7 flex-none place-items-center rounded-control text-ink-soft hover:bg-hover focus-visible:focus-inset touch:size-11"
          >
            <ChevronRightIcon className={classNames('size-3.5', open ? 'rotate-90' : 'rtl:-scale-x-100')} />
          </button>
        ) : (
          <span className={classNames('flex-none', folds || depth > 0 ? 'w-7 touch:w-11' : 'w-2')} />
        )}
        {href ? (
          <OuterLink
            href={href}
            trigger={
              <button type="button" title={href} className={row}>
                <span className="wrap-anywhere">{name}</span>
                <ExternalLinkIcon className="size-3.5 text-ink-faint" />
              </button>
            }
          />
        ) : dest ? (
          <button
            type="button"
            className={row}
            onClick={() => {
              handle.goToDestination(dest)
              onGo?.()
            }}
          >
            <span className="wrap-anywhere">{name}</span>
          </button>
        ) : (
          <span className={row}>
            <span className="wrap-anywhere">{name}</span>
          </span>
        )}
      </div>
      {open && items.length > 0 && (
        <Entries entries={items} depth={depth + 1} short={short} handle={handle} onGo={onGo} />
      )}
    </li>
  )
}

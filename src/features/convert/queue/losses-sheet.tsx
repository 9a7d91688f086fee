import { useLingui } from '@lingui/react/macro'
import type { Opened } from '../../../ui/lazy-popup.tsx'
import { Motif } from '../../../ui/motif.tsx'
import type { RunLine } from '../../../ui/next-run.tsx'
import { Sheet } from '../../../ui/sheet.tsx'

/** What the targets of the next run do not preserve, one line per kind of conversion. */
export function LossesSheet({ lines, open, close }: { lines: readonly RunLine[] } & Opened) {
  const { t } = useLingui()
  return (
    <Sheet open={open} onOpenChange={(next) => !next && close()} title={t`What isn’t preserved`}>
      <ul className="grid gap-4 pb-4">
        {lines.map(({ id, from, to, family, losses = [] }) => (
          <li key={id} className="grid gap-1">
            <Motif size="compact" state="ready" from={from} to={to} family={family} />
            <p className="text-ink-soft">{losses.join(' ')}</p>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

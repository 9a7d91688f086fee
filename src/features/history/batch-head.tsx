import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatTime } from '../../lib/format-date.ts'
import { BatchName } from '../../ui/batch-name.tsx'
import type { BatchItem } from './items.ts'

/** The head over what was run together; opens and closes its rows. */
export function BatchHead({ batch, onToggle }: { batch: BatchItem; onToggle: () => void }) {
  const { t, i18n } = useLingui()
  const { id, rows, counts, open } = batch
  const time = formatTime(new Date(rows.at(-1)?.created_at ?? 0), { locale: i18n.locale })
  return (
    // A row of the table too: nothing else may stand between its rows.
    // biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a <table>
    // biome-ignore lint/a11y/useFocusableInteractive: the button in it takes the focus
    <div role="row" className="flex h-full items-center px-4 md:px-6">
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="cell" className="min-w-0">
        <BatchName
          name={t`Run of ${time}`}
          code={id.slice(0, 4)}
          count={t({ message: plural(rows.length, { one: '# file', other: '# files' }) })}
          counts={counts}
          open={open}
          onToggle={onToggle}
        />
      </div>
    </div>
  )
}

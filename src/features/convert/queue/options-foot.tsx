import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { Button } from '../../../ui/button.tsx'
import type { OptionValues } from '../options/index.ts'
import { chooseAll } from './files.ts'
import { type ConvertRow, useRows } from './rows.ts'
import { useEstimate } from './use-estimate.ts'

type OptionsFootProps = {
  form: string
  row: ConvertRow
  /** Values that differ from the defaults. */
  chosen: OptionValues
  onApplied: () => void
}

/** The expected result with its price, and the buttons: for this file, or for all similar ones. */
export function OptionsFoot({ form, row, chosen, onApplied }: OptionsFootProps) {
  const { t, i18n } = useLingui()
  const { rows } = useRows()
  const bytes = useEstimate(row, chosen)
  const credits = row.operation?.credits ?? 0
  const alike = rows.filter((one) => isAlike(one, row))
  const count = alike.length
  const [about, whole] = [formatBytes(bytes ?? 0, i18n.locale), formatBytes(row.file.size, i18n.locale)]
  const percent = bytes === null ? 0 : Math.round(100 * (1 - bytes / row.file.size))
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2">
      <p className="me-auto flex flex-wrap gap-x-2 text-small" aria-live="polite">
        {bytes !== null && (
          <>
            <strong className="font-medium">
              <Trans>about {about}</Trans>
            </strong>
            {percent >= 1 && <span className="text-ink-soft">{t`${percent}% smaller than ${whole}`}</span>}
          </>
        )}
        <span className="font-medium">
          {t({ message: plural(credits, { one: '# credit', other: '# credits' }) })}
        </span>
      </p>
      <Button type="reset" form={form} size={28} variant="ghost">{t`Reset`}</Button>
      {count > 1 && (
        <Button
          size={28}
          onClick={() => {
            applyToAll(alike, row, chosen)
            onApplied()
          }}
        >
          {t({ message: plural(count, { one: 'Apply to # file', other: 'Apply to # files' }) })}
        </Button>
      )}
      <Button type="submit" form={form} size={28} variant="primary" hotkey="↵">{t`Apply`}</Button>
    </div>
  )
}

/** It waits and has the same operation, so its options have the same names. */
const isAlike = (one: ConvertRow, row: ConvertRow): boolean =>
  one.file.id === row.file.id ||
  (one.state.kind === 'ready' &&
    one.choice === row.choice &&
    one.operation === row.operation &&
    one.file.parts.length === 0)

const CROP = /^crop_/

/** A crop in pixels only applies to images of the same size: the others get the other options. */
function applyToAll(alike: readonly ConvertRow[], row: ConvertRow, chosen: OptionValues): void {
  if (row.choice === null) return
  const size = ({ file: { pixels } }: ConvertRow) => (pixels ? `${pixels.width} × ${pixels.height}` : '')
  const uncropped = Object.fromEntries(Object.entries(chosen).filter(([name]) => !CROP.test(name)))
  const same = alike.filter((one) => one === row || size(one) === size(row))
  const ids = (rows: readonly ConvertRow[]) => rows.map(({ file }) => file.id)
  chooseAll(ids(same), row.choice, chosen)
  chooseAll(ids(alike.filter((one) => !same.includes(one))), row.choice, uncropped)
}

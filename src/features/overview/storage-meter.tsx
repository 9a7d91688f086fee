import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { UsageSummary } from '../../api/usage.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { FamilyMeter } from '../../ui/family-meter.tsx'
import { FAMILY_WORDS } from '../convert/conversion/index.ts'
import { MeterHead } from './meter-head.tsx'
import { Stored } from './stored.tsx'

/**
 * Stored conversion files by family, and how much expires within a day. There is no limit, because
 * files expire.
 */
export function StorageMeter({ bytes, files, families, leaving_bytes }: UsageSummary['storage']) {
  const { t, i18n } = useLingui()
  const size = (value: number) => formatBytes(value, i18n.locale)
  const all = size(bytes)
  const leaving = size(leaving_bytes)
  const count = t({ message: plural(files, { 0: 'no files', one: 'in # file', other: 'in # files' }) })
  return (
    <section>
      <MeterHead
        title={t`Temporary files`}
        figure={all}
        note={count}
        aside={
          bytes > 0 &&
          (leaving_bytes > 0 ? t`${leaving} expires within a day` : t`Nothing expires within a day`)
        }
      />
      <FamilyMeter
        parts={families
          .map(({ family, originals_bytes, results_bytes }) => ({
            family,
            value: originals_bytes + results_bytes,
          }))
          .filter(({ value }) => value > 0)
          .map((part) => ({ ...part, label: i18n._(FAMILY_WORDS[part.family]), says: size(part.value) }))}
        stays={bytes > 0 && leaving_bytes > 0 ? (bytes - leaving_bytes) / bytes : undefined}
        empty={t`Originals and results are deleted automatically after a few days.`}
      />
      <Stored />
    </section>
  )
}

import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { StorageUsage } from '../../api/storage.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { FamilyMeter } from '../../ui/family-meter.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { hueOf, STORED_WORDS } from './family-labels.ts'
import type { StorageView } from './search.ts'

/** Above this share of the quota a warning is shown. */
export const NEARLY_FULL = 0.9

type UsageStripProps = {
  usage: StorageUsage
  view: StorageView
  onChange: (patch: Partial<StorageView>) => void
}

/** Used and available storage by family, with links to the files. */
export function UsageStrip({ usage, view, onChange }: UsageStripProps) {
  const { t, i18n } = useLingui()
  const bytes = (value: number) => formatBytes(value, i18n.locale)
  const { used_bytes, quota_bytes, available_bytes, files, deleted } = usage
  const quota = bytes(quota_bytes)
  const left = bytes(available_bytes)
  const nearly = used_bytes >= NEARLY_FULL * quota_bytes
  const count = t({ message: plural(files, { one: '# file', other: '# files' }) })
  const gone = deleted.files
  return (
    <section
      aria-label={t`Storage used`}
      className="flex-none border-b border-line-strong px-4 py-3 md:ps-6 md:pe-5"
    >
      <div className="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <p>
          <span className="title text-lead">{bytes(used_bytes)}</span>{' '}
          <span className="text-ink-soft">
            {t`of ${quota}`}, {count}
          </span>
        </p>
        {nearly && (
          <p role="status" className="text-small font-medium text-warn">
            {available_bytes === 0
              ? t`Storage is full. Delete files to free up space.`
              : t`Storage is nearly full: ${left} left. Delete files that you no longer need.`}
          </p>
        )}
        <p className="ms-auto flex flex-wrap gap-x-4 text-small">
          {/* Phones have them only in the sort menu. */}
          {!view.deleted && (
            <>
              <TextButton
                className="max-sm:hidden"
                aria-pressed={view.order === 'largest'}
                onClick={() => onChange({ order: 'largest' })}
              >{t`Largest first`}</TextButton>
              <TextButton
                className="max-sm:hidden"
                aria-pressed={view.order === 'oldest'}
                onClick={() => onChange({ order: 'oldest' })}
              >{t`Oldest first`}</TextButton>
            </>
          )}
          {(gone > 0 || view.deleted) && (
            <TextButton aria-pressed={view.deleted} onClick={() => onChange({ deleted: !view.deleted })}>
              {view.deleted ? t`Back to files` : t`Trash (${gone})`}
            </TextButton>
          )}
        </p>
      </div>
      <div className="max-sm:[&_ul]:hidden">
        <FamilyMeter
          parts={usage.families
            .filter((one) => one.bytes > 0)
            .map((one) => ({
              family: hueOf(one.family),
              value: one.bytes,
              label: i18n._(STORED_WORDS[one.family]),
              says: bytes(one.bytes),
            }))}
          rest={available_bytes}
          empty={t`No files yet.`}
        />
      </div>
    </section>
  )
}

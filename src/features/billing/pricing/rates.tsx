import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Rate } from '../../../api/pricing.ts'
import { FAMILY_WORDS } from '../../family-labels/index.ts'
import { Sheet } from './sheet.tsx'

/** The price of one file, by operation. */
export function Rates({ items }: { items: readonly Rate[] }) {
  const { t, i18n } = useLingui()
  return (
    <Sheet title={t`Credits per operation`} note={t`per file`}>
      <div className="grid gap-x-8 gap-y-4 p-4 sm:grid-cols-2 lg:grid-cols-3">
        {[...Map.groupBy(items, ({ family }) => family)].map(([family, rates]) => {
          return (
            <section key={family}>
              <h3 className="font-medium">{i18n._(FAMILY_WORDS[family])}</h3>
              <dl className="mt-1 grid gap-1">
                {rates.map(({ operation, name, credits }) => (
                  <div key={operation} className="flex justify-between gap-4">
                    <dt className="text-ink-soft" lang="en" translate="no">
                      {name}
                    </dt>
                    <dd className="flex-none">
                      {credits === 0
                        ? t`free`
                        : t({ message: plural(credits, { one: '# credit', other: '# credits' }) })}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </div>
    </Sheet>
  )
}

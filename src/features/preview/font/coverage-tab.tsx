import { useLingui } from '@lingui/react/macro'
import type { FontFacts } from '../../../api/preview.ts'
import { formatNumber } from '../../../lib/format-number.ts'

type CoverageTabProps = { facts: FontFacts; onBlock: (name: string) => void }

/** The font's coverage: languages, scripts, and the share of each Unicode block. */
export function CoverageTab({ facts, onBlock }: CoverageTabProps) {
  const { t, i18n } = useLingui()
  const number = (value: number) => formatNumber(value, i18n.locale)
  const names = new Intl.DisplayNames([i18n.locale, 'en'], { type: 'language' })
  const languages = facts.languages.map((tag) => {
    try {
      return names.of(tag) ?? tag
    } catch {
      return tag
    }
  })
  const characters = number(facts.characters)
  return (
    <div className="grid gap-5 p-4">
      <section>
        <h3 className="font-medium">{t`Languages`}</h3>
        <p className="mt-1 max-w-read text-ink-soft">
          {languages.length > 0
            ? `${languages.sort((a, b) => a.localeCompare(b, i18n.locale)).join(', ')}.`
            : t`No language is fully covered.`}
        </p>
      </section>
      <section>
        <h3 className="font-medium">{t`${characters} characters, by block`}</h3>
        <ul className="mt-2 grid gap-x-8 @lg:grid-cols-2">
          {facts.blocks.map(({ name, first, last, characters }) => {
            const size = last - first + 1
            const of = number(size)
            const has = number(characters)
            return (
              <li key={name} className="border-b border-line">
                <button
                  type="button"
                  onClick={() => onBlock(name)}
                  className="group block w-full py-1.5 text-start focus-visible:focus-inset touch:min-h-(--size-touch)"
                >
                  <span className="flex items-baseline justify-between gap-3">
                    <span className="min-w-0 truncate group-hover:underline">{name}</span>
                    <span className="flex-none text-small text-ink-soft">
                      {characters >= size ? t`all ${of}` : t`${has} of ${of}`}
                    </span>
                  </span>
                  <span aria-hidden="true" className="mt-1 block h-[3px] bg-line">
                    <span
                      className="block h-full bg-(--family)"
                      style={{ width: `${Math.max(1, Math.min(100, (100 * characters) / size))}%` }}
                    />
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      </section>
    </div>
  )
}

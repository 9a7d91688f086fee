import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { classNames } from '../../../../lib/class-names.ts'
import { drawFilters, FILTER_WORDS, FILTERS, type Filter, putPage, type Settings } from '../../sheet/index.ts'

/** The longer side of a preview, in pixels. */
const SIZE = 280

type FilterStripProps = {
  small: ImageBitmap | null
  settings: Settings
  onChange: (filter: Filter) => void
}

/** The filters as previews of this page, with its current corners and rotation. */
export function FilterStrip({ small, settings, onChange }: FilterStripProps) {
  const { t, i18n } = useLingui()
  const canvases = useRef(new Map<Filter, HTMLCanvasElement>())
  const { quad, rotation } = settings
  useEffect(() => {
    if (!small) return
    const life = new AbortController()
    drawFilters(small, { quad, rotation }, FILTERS, SIZE, life.signal).then(
      (pages) => {
        for (const [at, filter] of FILTERS.entries()) {
          const [canvas, page] = [canvases.current.get(filter), pages[at]]
          if (canvas && page) putPage(canvas, page)
        }
      },
      // The labels are sufficient without previews.
      () => undefined,
    )
    return () => life.abort()
  }, [small, quad, rotation])

  return (
    <fieldset className="grid grid-cols-4 gap-3">
      <legend className="sr-only">{t`Filter`}</legend>
      {FILTERS.map((filter) => {
        const isChosen = settings.filter === filter
        return (
          <label key={filter} className="group relative min-w-0 cursor-pointer text-center">
            <input
              type="radio"
              name="filter"
              className="peer sr-only"
              checked={isChosen}
              onChange={() => onChange(filter)}
            />
            <span
              className={classNames(
                'grid h-22 place-items-center overflow-hidden rounded-mark bg-raised outline-offset-2 outline-accent peer-focus-visible:outline-2',
                isChosen ? 'ring-2 ring-accent' : 'ring-1 ring-line-strong',
              )}
            >
              <canvas
                ref={(canvas) => {
                  if (canvas) canvases.current.set(filter, canvas)
                }}
                width={1}
                height={1}
                className="size-full object-cover object-top"
              />
            </span>
            <span
              className={classNames(
                'mt-1.5 block text-[0.75rem]/4 break-words',
                isChosen ? 'font-strong text-accent' : 'text-ink-soft',
              )}
            >
              {i18n._(FILTER_WORDS[filter])}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

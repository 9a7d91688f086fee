import { useLingui } from '@lingui/react/macro'
import { PenLineIcon } from 'lucide-react'
import type { SigningView } from '../../../api/public-signing.ts'
import { classNames } from '../../../lib/class-names.ts'
import type { Box, PageView } from '../../pdf/viewer/index.ts'
import { Standing } from './standing.tsx'
import { type Filled, isDone, type SignField, standing } from './steps.ts'
import { useKindLabels } from './use-kind-labels.ts'

type OnPageProps = {
  page: PageView
  fields: readonly SignField[]
  shown: SigningView['shown']
  filled: Filled
  current: string | null
  onChoose: (id: string) => void
}

/** A field on the page with its current value. A click goes to its step. */
export function OnPage({ page, fields, shown, filled, current, onChoose }: OnPageProps) {
  const wordsOf = useFieldLabels()
  const number = page.index + 1
  const boxOf = (rect: { x: number; y: number; width: number; height: number }) =>
    page.toBox([rect.x, rect.y, rect.x + rect.width, rect.y + rect.height])
  return (
    <>
      {shown.flatMap(({ places, value, by }) =>
        places
          .filter((place) => place.page === number && typeof value === 'string')
          .map(({ rect }) => (
            <span
              key={`${rect.x} ${rect.y} ${by}`}
              title={by}
              className="absolute overflow-hidden"
              style={{ ...boxOf(rect), ...lettering(page, rect.height) }}
            >
              {String(value)}
            </span>
          )),
      )}
      {fields.flatMap((field) =>
        field.places
          .filter((place) => place.page === number)
          .map(({ rect, option }) => {
            const done = isDone(field, filled)
            const here = field.id === current
            const { text, name } = wordsOf(field, filled)
            const box = boxOf(rect)
            return [
              here && <Flag key={`flag ${rect.x} ${rect.y}`} box={box} wide={page.box.width} />,
              <button
                key={`${field.id} ${rect.x} ${rect.y}`}
                type="button"
                data-field={field.id}
                disabled={field.read_only}
                aria-label={name}
                aria-current={here ? 'step' : undefined}
                onClick={() => onChoose(field.id)}
                className={classNames(
                  'absolute flex items-center overflow-hidden rounded-mark text-start focus-visible:outline-paper-accent',
                  !field.read_only &&
                    (here
                      ? 'border-2 border-paper-accent bg-paper-accent-tint/70'
                      : done
                        ? 'border-b border-paper-ink-soft'
                        : 'border border-dashed border-paper-ink-soft bg-paper-accent-tint/40'),
                )}
                style={{ ...box, ...lettering(page, rect.height) }}
              >
                <Standing field={field} filled={filled} option={option} text={text} box={box} here={here} />
              </button>,
            ]
          }),
      )}
    </>
  )
}

/** Attached to the page's edge, or to the field if the edge is not visible. */
const FLAG = { width: 34, height: 34, before: 3 }

/** Points to the current field. */
function Flag({ box, wide }: { box: Box; wide: number }) {
  const before = box.left - FLAG.width - FLAG.before
  return (
    <span
      aria-hidden="true"
      className="!pointer-events-none absolute grid place-items-center bg-paper-accent pe-2 text-paper"
      style={{
        width: FLAG.width,
        height: FLAG.height,
        left: wide > innerWidth ? before : Math.min(-6, before),
        top: box.top + box.height / 2 - FLAG.height / 2,
        clipPath: 'polygon(0 0, 72% 0, 100% 50%, 72% 100%, 0 100%)',
      }}
    >
      <PenLineIcon />
    </span>
  )
}

/** About the size in the sealed document: as large as fits, at most 12 points. */
const lettering = ({ scale }: PageView, height: number) => ({
  fontSize: Math.min(12, height * 0.75) * scale,
  lineHeight: 1.2,
  color: 'var(--color-paper-ink)',
})

/** The text in a field on the page, and its accessible name, which contains that text. */
function useFieldLabels(): (field: SignField, filled: Filled) => { text: string | null; name: string } {
  const { t } = useLingui()
  const words = useKindLabels()
  return (field, filled) => {
    const { kind, required } = field
    const called = field.label || words[kind]
    if (kind === 'signature' || kind === 'initials') {
      if (filled[kind]) return { text: null, name: t`${called}, completed` }
      const asks = kind === 'signature' ? t`Sign here` : t`Initials`
      return { text: asks, name: t`${asks}: ${called}` }
    }
    const value = standing(field, filled)
    const empty = value === null || value === '' || value === false
    if (empty && !required) return { text: called, name: t`${called}, optional` }
    if (empty) return { text: called, name: t`${called}, required` }
    if (typeof value !== 'string' || kind === 'attachment' || kind === 'radio')
      return { text: kind === 'attachment' ? called : null, name: t`${called}, completed` }
    return { text: value, name: t`${called}: ${value}` }
  }
}

import { useLingui } from '@lingui/react/macro'
import type { SigningView } from '../../api/public-signing.ts'
import { classNames } from '../../lib/class-names.ts'
import type { PageView } from '../pdf/index.ts'
import { type Filled, isDone, type SignField, standing } from './steps.ts'
import { useKindWords } from './use-kind-words.ts'

type OnPageProps = {
  page: PageView
  fields: readonly SignField[]
  shown: SigningView['shown']
  filled: Filled
  current: string | null
  onChoose: (id: string) => void
}

/** Where something is to be filled in, and what stands there by now. A press leads to its step. */
export function OnPage({ page, fields, shown, filled, current, onChoose }: OnPageProps) {
  const { t } = useLingui()
  const words = useKindWords()
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
            const name = field.label || words[field.kind]
            return (
              <button
                key={`${field.id} ${rect.x} ${rect.y}`}
                type="button"
                data-field={field.id}
                disabled={field.read_only}
                aria-label={done ? t`${name}, filled in` : t`${name}, to be filled in`}
                aria-current={field.id === current ? 'step' : undefined}
                onClick={() => onChoose(field.id)}
                className={classNames(
                  'absolute flex items-center overflow-hidden rounded-mark border text-start',
                  field.read_only
                    ? 'border-transparent'
                    : done
                      ? 'border-paper-ok/50 bg-transparent'
                      : 'border-paper-accent bg-paper-accent-tint/70',
                  field.id === current && 'outline-2 outline-offset-1 outline-paper-accent',
                )}
                style={{ ...boxOf(rect), ...lettering(page, rect.height) }}
              >
                <Standing field={field} filled={filled} option={option} name={name} />
              </button>
            )
          }),
      )}
    </>
  )
}

/** As the sealed document will have it, about: as large as fits, and no larger than twelve points. */
const lettering = ({ scale }: PageView, height: number) => ({
  fontSize: Math.min(12, height * 0.75) * scale,
  lineHeight: 1.2,
  color: 'var(--color-paper-ink)',
})

type StandingProps = { field: SignField; filled: Filled; option: string | undefined; name: string }

function Standing({ field, filled, option, name }: StandingProps) {
  if (field.kind === 'signature' || field.kind === 'initials') {
    const mark = filled[field.kind]
    if (mark)
      return (
        <img
          src={`data:image/png;base64,${mark.picture}`}
          alt=""
          className="size-full object-contain object-left-bottom"
        />
      )
  }
  const value = standing(field, filled)
  if (field.kind === 'checkbox' || field.kind === 'radio') {
    const on = field.kind === 'checkbox' ? value === true : value !== null && value === option
    return <span className="m-auto">{on ? (field.kind === 'checkbox' ? '✓' : '●') : ''}</span>
  }
  if (typeof value === 'string' && value !== '' && field.kind !== 'attachment')
    return <span className="min-w-0 px-0.5">{value}</span>
  return <span className="min-w-0 truncate px-1 text-[11px] text-paper-accent">{name}</span>
}

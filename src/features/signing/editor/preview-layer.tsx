import { useLingui } from '@lingui/react/macro'
import type { SigningField } from '../../../api/signing.ts'
import { classNames } from '../../../lib/class-names.ts'
import type { PageView } from '../../pdf/viewer/index.ts'
import { boxOf } from './boxes.ts'
import { useFieldName } from './field-name.ts'

type PreviewLayerProps = {
  view: PageView
  fields: readonly SigningField[]
  current: string | null
  onGo: (id: string) => void
}

/**
 * The fields of one recipient on a page, as they see them: without others' fields, and without
 * recipient colors.
 */
export function PreviewLayer({ view, fields, current, onGo }: PreviewLayerProps) {
  const { t } = useLingui()
  const nameOf = useFieldName()
  const page = view.index + 1
  return fields.flatMap((field) =>
    field.places.flatMap((place, at) => {
      if (place.page !== page) return []
      const name = nameOf(field)
      const written = typeof field.value === 'string' && field.kind !== 'radio' ? field.value : ''
      const on = field.value === true || (field.kind === 'radio' && field.value === place.option)
      const size = Math.min(12, place.rect.height * 0.75) * view.scale
      return [
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a place has nothing else of its own
          key={`${field.id} ${at}`}
          type="button"
          disabled={field.read_only}
          aria-label={t`${name}, page ${page}`}
          aria-current={field.id === current ? 'step' : undefined}
          onClick={() => onGo(field.id)}
          className={classNames(
            'absolute flex items-center overflow-hidden rounded-mark border text-start text-paper-ink',
            field.kind === 'radio' && 'rounded-pill',
            field.read_only ? 'border-transparent' : 'border-paper-accent bg-paper-accent-tint/70',
            field.id === current && 'outline-2 outline-offset-1 outline-paper-accent',
          )}
          style={{ ...boxOf(view, place.rect), fontSize: size, lineHeight: 1.2 }}
        >
          {field.kind === 'checkbox' || field.kind === 'radio' ? (
            <span className="m-auto">{on ? (field.kind === 'checkbox' ? '✓' : '●') : ''}</span>
          ) : written ? (
            <span className="min-w-0 px-0.5">{written}</span>
          ) : (
            <span className="min-w-0 truncate px-1 text-[11px] text-paper-accent">{name}</span>
          )}
        </button>,
      ]
    }),
  )
}

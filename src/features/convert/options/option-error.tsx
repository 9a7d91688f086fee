import { CircleAlertIcon } from 'lucide-react'
import { useFaultLabels } from './fault-labels.ts'
import type { OptionField, OptionValues } from './options-schema.ts'

type OptionErrorProps = {
  fields: readonly (OptionField | undefined)[]
  values: OptionValues
  /** The server's validation error of an option. */
  errorOf: (name: string) => string | undefined
}

/** The first error of adjacent options, below both. */
export function OptionError({ fields, values, errorOf }: OptionErrorProps) {
  const faultWords = useFaultLabels()
  const [said] = fields.flatMap((field) => {
    if (!field) return []
    const words = faultWords(field, values[field.name]) ?? errorOf(field.name)
    return words ? [`${field.label}: ${words}`] : []
  })
  return (
    <div aria-live="polite">
      {said && (
        <p className="flex gap-1.5 text-small text-bad">
          <CircleAlertIcon className="mt-px size-3.5 flex-none" />
          {said}
        </p>
      )}
    </div>
  )
}

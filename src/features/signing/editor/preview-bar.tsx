import { useLingui } from '@lingui/react/macro'
import { ChevronDownIcon, ChevronUpIcon } from 'lucide-react'
import type { SigningField } from '../../../api/signing.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useRoleWords } from '../people/index.ts'
import type { EditorRecipient } from './draft.ts'
import { useFieldName } from './field-name.ts'

type PreviewBarProps = {
  recipient: EditorRecipient
  fields: readonly SigningField[]
  current: string | null
  onGo: (id: string) => void
  onEnd: () => void
}

/** The previewed recipient, and the steps they go through. */
export function PreviewBar({ recipient, fields, current, onGo, onEnd }: PreviewBarProps) {
  const { t } = useLingui()
  const roles = useRoleWords()
  const nameOf = useFieldName()
  const steps = fields.filter(({ read_only }) => !read_only)
  const at = steps.findIndex(({ id }) => id === current)
  const step = steps[at]
  const go = (by: number) => {
    const next = steps[(at + by + steps.length) % steps.length]
    if (next) onGo(next.id)
  }
  return (
    <div className="flex min-h-12 flex-none flex-wrap items-center gap-x-4 gap-y-1 border-b border-line-strong bg-accent-tint px-4 py-1.5">
      <p role="status" className="min-w-0 flex-1">
        <b className="font-medium">{t`Previewing as ${recipient.name}`}</b>{' '}
        <span className="text-ink-soft">
          {step
            ? t`${at + 1} of ${steps.length}: ${nameOf(step)}`
            : steps.length > 0
              ? t`${steps.length} to complete`
              : roles[recipient.role].note}
        </span>
      </p>
      {steps.length > 0 && (
        <span className="flex">
          <IconButton name={t`Previous field`} icon={ChevronUpIcon} onClick={() => go(at < 0 ? 0 : -1)} />
          <IconButton name={t`Next field`} icon={ChevronDownIcon} onClick={() => go(1)} />
        </span>
      )}
      <Button size={28} onClick={onEnd}>{t`Close preview`}</Button>
    </div>
  )
}

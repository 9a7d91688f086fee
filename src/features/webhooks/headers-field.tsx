import { useLingui } from '@lingui/react/macro'
import { PlusIcon, Trash2Icon } from 'lucide-react'
import { randomId } from '../../lib/random-id.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { CircleAlertIcon } from '../../ui/one-path.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { type HeaderDraft, MOST_HEADERS } from './headers.ts'

type HeadersFieldProps = {
  headers: readonly HeaderDraft[]
  onChange: (headers: HeaderDraft[]) => void
  error?: string | null | undefined
}

/** Additional request headers, for example for a gateway. */
export function HeadersField({ headers, onChange, error }: HeadersFieldProps) {
  const { t } = useLingui()
  const set = (at: number, patch: Partial<HeaderDraft>) =>
    onChange(headers.map((header, index) => (index === at ? { ...header, ...patch } : header)))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-small font-medium text-ink-soft">{t`Custom headers`}</legend>
      <div className="grid gap-2">
        {headers.map(({ id, name, value }, at) => (
          <div key={id} className="flex items-center gap-2">
            <Input
              mono
              aria-label={t`Name of header ${at + 1}`}
              placeholder="Authorization"
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              value={name}
              onChange={(event) => set(at, { name: event.target.value })}
            />
            <Input
              mono
              aria-label={t`Value of header ${at + 1}`}
              autoComplete="off"
              spellCheck={false}
              maxLength={2000}
              value={value}
              onChange={(event) => set(at, { value: event.target.value })}
            />
            <IconButton
              name={t`Remove header ${at + 1}`}
              icon={Trash2Icon}
              onClick={() => onChange(headers.filter((_, index) => index !== at))}
            />
          </div>
        ))}
        {headers.length < MOST_HEADERS && (
          <p>
            <TextButton
              className="inline-flex items-center gap-1.5"
              onClick={() => onChange([...headers, { id: randomId(), name: '', value: '' }])}
            >
              <PlusIcon className="size-3.5" />
              {t`Add header`}
            </TextButton>
          </p>
        )}
      </div>
      {error && (
        <p role="alert" className="mt-1 flex gap-1.5 text-small text-bad">
          <CircleAlertIcon className="mt-px size-3.5" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

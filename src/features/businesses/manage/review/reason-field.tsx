import { useLingui } from '@lingui/react/macro'
import { ChevronDownIcon } from 'lucide-react'
import { useState } from 'react'
import { cutMiddle } from '../../../../lib/cut-middle.ts'
import { Field } from '../../../../ui/field.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { TextButton } from '../../../../ui/text-button.tsx'
import { Textarea } from '../../../../ui/textarea.tsx'
import { recentReasons } from './recent-reasons.ts'

type ReasonFieldProps = {
  label: string
  value: string
  onChange: (reason: string) => void
  error?: string | undefined
}

/** The reason for a rejection: entered, or selected from common and recent ones. */
export function ReasonField({ label, value, onChange, error }: ReasonFieldProps) {
  const { t } = useLingui()
  const [recent] = useState(recentReasons)
  const usual = [
    t`The document is unreadable. Upload a sharper copy.`,
    t`The document is too old. Upload one from the last three months.`,
    t`The name doesn’t match the legal name of the business.`,
    t`The address doesn’t match the address of the business.`,
    t`A page is missing. Upload the complete document.`,
  ]
  const all = [...new Set([...recent, ...usual])]
  return (
    <Field
      label={label}
      error={error}
      aside={
        <Menu
          align="end"
          trigger={
            <TextButton className="inline-flex items-center gap-1">
              {t`Suggested reasons`}
              <ChevronDownIcon className="size-3" />
            </TextButton>
          }
          entries={all.map((reason) => ({ label: cutMiddle(reason, 60), onSelect: () => onChange(reason) }))}
        />
      }
    >
      <Textarea value={value} onChange={(event) => onChange(event.target.value)} rows={2} maxLength={1000} />
    </Field>
  )
}

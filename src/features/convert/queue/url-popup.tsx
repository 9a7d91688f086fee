import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Opened } from '../../../ui/lazy-popup.tsx'
import { PopoverPopup } from '../../../ui/popover-popup.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { addressesIn, MAX_ADDRESSES } from './addresses.ts'

export type UrlPopupProps = { onAdd: (urls: string[]) => void }

/**
 * Imports one or many URLs; the server downloads the files, so nothing goes through this browser.
 */
export function UrlPopup({ onAdd, ...opened }: UrlPopupProps & Opened) {
  const { t } = useLingui()
  const form = useId()
  const [text, setText] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const urls = addressesIn(text)
  const count = urls?.length ?? 0
  const tooMany = count > MAX_ADDRESSES
  return (
    <PopoverPopup
      {...opened}
      label={t`Add from links`}
      align="end"
      head={<span className="font-strong">{t`Add from links`}</span>}
      foot={
        <Button type="submit" form={form} size={28} variant="primary" className="ms-auto">
          {count > 1
            ? t({ message: plural(count, { one: 'Add # file', other: 'Add # files' }) })
            : t`Add files`}
        </Button>
      }
    >
      <form
        id={form}
        className="grid w-80 max-w-full gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setSubmitted(true)
          if (!urls || tooMany) return
          onAdd(urls)
          setText('')
          setSubmitted(false)
          opened.close()
        }}
      >
        <Field
          label={t`URLs`}
          help={t`One URL per line. Must be publicly accessible.`}
          error={
            tooMany
              ? t`Enter up to ${MAX_ADDRESSES} URLs. You entered ${count}.`
              : submitted && !urls
                ? t`Enter full URLs starting with https://`
                : undefined
          }
        >
          <Textarea
            rows={3}
            value={text}
            placeholder="https://"
            onChange={(event) => setText(event.target.value)}
            autoFocus
          />
        </Field>
      </form>
    </PopoverPopup>
  )
}

import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { ConvertFile } from './files.ts'
import { useLostFile } from './use-lost-file.ts'

/** A restored file without stored bytes: reopened by its handle, or selected again. */
export function MissingFile({ file }: { file: ConvertFile }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const missing = file.missing ? file : file.parts.find((part) => part.missing)
  const { reopen, supply } = useLostFile(missing)
  if (!missing) return null
  const { name } = missing
  const handle = missing.missing?.handle
  return (
    <div className="order-5 col-span-full flex flex-wrap items-center gap-x-4 gap-y-2 sm:ps-14">
      <p className="min-w-0 flex-1 basis-72 text-small text-ink-soft">
        {handle
          ? t`The browser needs your permission to read ${name} again.`
          : t`The browser could not keep ${name} while the page was closed. Choose it again.`}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Choose ${name} again`}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          currentTarget.value = ''
          if (chosen) void supply(chosen)
        }}
      />
      {handle && <Button size={24} onClick={() => void reopen()}>{t`Allow access`}</Button>}
      <Button size={24} onClick={() => input.current?.click()}>{t`Choose file`}</Button>
    </div>
  )
}

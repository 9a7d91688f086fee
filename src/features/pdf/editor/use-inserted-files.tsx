import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { showToast } from '../../../ui/toaster.tsx'
import type { Pdf } from '../viewer/index.ts'
import type { Drafting } from './use-draft.ts'
import { useFurther } from './use-further.ts'
import { usePasswordPrompt } from './use-password-prompt.tsx'

/** The files that pages were inserted from, opened with passwords that are kept in memory only. */
export function useInsertedFiles(pdf: Pdf | null, { draft, files, addFile }: Drafting) {
  const { t } = useLingui()
  const [passwords] = useState(() => new Map<string, string>())
  const { ask, dialog } = usePasswordPrompt()
  const offsets = useFurther({
    pdf,
    further: draft.further,
    files,
    passwords,
    ask,
    onLocked: ({ name }, retry) =>
      showToast({
        kind: 'error',
        text: t`The pages of ${name} aren’t shown without its password.`,
        action: { label: t`Enter password`, onClick: retry },
      }),
  })
  return {
    offsets,
    passwords,
    ask,
    dialog,
    addFile(id: string, file: Blob, password: string | null) {
      if (password !== null) passwords.set(id, password)
      addFile(id, file)
    },
  }
}

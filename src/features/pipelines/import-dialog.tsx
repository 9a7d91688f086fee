import { useLingui } from '@lingui/react/macro'
import { UploadIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../api/account.ts'
import { useImportPipeline } from '../../api/pipelines.ts'
import { paths } from '../../paths.ts'
import { useWindowFiles } from '../../stores/file-taker.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { ProblemLine } from '../problems/index.ts'
import { draftKey, draftOf, dropDraft, storeDraft } from './drafts.ts'
import { ImportedDetails } from './imported-details.tsx'

/** Larger documents are no pipelines. */
const MOST_BYTES = 1_000_000

const asObject = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Imports a document, pasted or dropped. Problems are listed first; nothing is saved. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: user } = useSession()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const { mutate, data, error, reset, isPending } = useImportPipeline()

  function read(next: string) {
    setText(next)
    setWrong(null)
    reset()
    if (!next.trim()) return
    const document = asObject(next)
    if (document) mutate(document)
    else setWrong(t`This isn’t complete JSON. Paste the whole file.`)
  }
  async function take(files: readonly File[]) {
    const [file] = files
    if (!file) return
    if (file.size > MOST_BYTES) setWrong(t`This file is too large to be a pipeline.`)
    else read(await file.text())
  }
  const hint = t`Drop to import the pipeline`
  useWindowFiles({ hint: () => hint, onFiles: (files) => void take(files) })

  function goOn() {
    if (!data) return
    const key = draftKey(user?.id, null)
    const putBack = dropDraft(key)
    storeDraft(key, draftOf(data))
    showToast({ text: t`Imported. Review the steps, then save.`, undo: putBack })
    void navigate(paths.newPipeline())
  }

  return (
    <Dialog
      open
      wide
      onOpenChange={(next) => !next && onClose()}
      title={t`Import pipeline`}
      description={t`Accepts files exported from Filewright or Stirling PDF. Nothing is saved until you save the pipeline.`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button
            variant="primary"
            onClick={goOn}
            working={isPending}
            verb={t`Reading`}
            disabled={!data || data.steps.length === 0}
          >{t`Open in editor`}</Button>
        </>
      }
    >
      <DropZone
        className="flex flex-wrap items-center gap-3 px-4 py-2"
        label={t`Pipeline file`}
        accept=".json,application/json"
        multiple={false}
        hint={hint}
        onFiles={(files) => void take(files)}
      >
        {(open) => (
          <>
            <span className="me-auto text-ink-soft">{t`Drop a pipeline file anywhere, or paste its contents.`}</span>
            <Button size={28} icon={UploadIcon} onClick={open}>{t`Choose a file`}</Button>
          </>
        )}
      </DropZone>
      <div className="mt-3">
        <Field label={t`Document`} error={wrong}>
          <Textarea
            rows={5}
            className="mono max-h-48 text-small"
            spellCheck={false}
            translate="no"
            value={text}
            onChange={({ target }) => read(target.value)}
          />
        </Field>
      </div>
      <ProblemLine error={error} />
      {data && <ImportedDetails imported={data} />}
    </Dialog>
  )
}

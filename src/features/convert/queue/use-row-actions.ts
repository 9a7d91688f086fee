import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCancelConversion } from '../../../api/convert.ts'
import { cancelUpload } from '../../../stores/uploads.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'
import { useStoreOutputs } from '../../storage/index.ts'
import { addOriginal } from './add-stored.ts'
import { choose, fileCountOf, fileOf, takeOff } from './files.ts'
import { catchFocus, nextRowOf } from './row-element.ts'
import { type ConvertRow, storedOriginal } from './rows.ts'

/** Actions shared by buttons, menus and shortcuts. */
export function useRowActions() {
  const { t } = useLingui()
  const words = useProblemWords()
  const storeOutputs = useStoreOutputs()
  const { mutateAsync: cancel } = useCancelConversion()
  return {
    /** Aborts the upload, or cancels the conversion. */
    stop: ({ file, state }: ConvertRow) => {
      if (state.kind === 'uploading') cancelUpload(file.id)
      else if (state.kind === 'working' && file.conversionId)
        void cancel(file.conversionId).catch((error) => showToast({ kind: 'error', text: words(error) }))
    },
    remove: (ids: string[]) => {
      const files = ids.map(fileOf).filter((file) => file !== undefined)
      const count = files.reduce((sum, file) => sum + fileCountOf(file), 0)
      const next = nextRowOf(ids)
      const undo = takeOff(ids)
      catchFocus(next)
      showToast({
        text: t({
          message: plural(count, { one: '# file removed', other: '# files removed' }),
        }),
        undo,
      })
    },
    /** Adds the result to the list as a new file that needs no upload. */
    further: ({ state }: ConvertRow) => {
      const output = state.kind === 'done' ? state.conversion.output : null
      if (!output?.s3_key) return
      const { filename: name, size_bytes: size, s3_key: s3Key, format } = output
      addOriginal({ name, size, s3Key, format })
    },
    store: ({ state }: ConvertRow) => {
      if (state.kind === 'done') void storeOutputs([state.conversion])
    },
    /** Resets it from its stored original: another target and other options can be selected. */
    again: (row: ConvertRow) => choose(row.file.id, {}, storedOriginal(row)),
  }
}

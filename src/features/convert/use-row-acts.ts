import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { showToast } from '../../ui/toaster.tsx'
import { useProblemWords } from '../problems/index.ts'
import { addOriginal, choose, takeOff } from './files.ts'
import type { ConvertRow } from './rows.ts'
import { stopRow } from './run.ts'

/** What a button, a menu and a key do alike. */
export function useRowActs() {
  const { t } = useLingui()
  const words = useProblemWords()
  return {
    stop: async (row: ConvertRow) => {
      const error = await stopRow(row)
      if (error) showToast({ kind: 'error', text: words(error) })
    },
    remove: (ids: string[]) => {
      const undo = takeOff(ids)
      const count = ids.length
      showToast({
        text: t({
          message: plural(count, { one: '# file taken off the list', other: '# files taken off the list' }),
        }),
        undo,
      })
    },
    /** Lays the result on the list, as a file of its own that needs no upload. */
    further: ({ state }: ConvertRow) => {
      const output = state.kind === 'done' ? state.conversion.output : null
      if (!output?.s3_key) return
      const { filename: name, size_bytes: size, s3_key: s3Key, format } = output
      addOriginal({ name, size, s3Key, format })
    },
    /** Makes it ready again, from the original that is kept: another target and other options can be chosen. */
    again: ({ file, state }: ConvertRow) => {
      const key = state.kind === 'done' || state.kind === 'failed' ? state.conversion.s3_key : null
      choose(file.id, {}, key)
    },
  }
}

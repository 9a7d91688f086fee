import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import type { Conversion } from '../../api/history.ts'
import { useRegisterFile } from '../../api/storage.ts'
import { randomId } from '../../lib/random-id.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/toaster.tsx'
import { useProblemWords } from '../problems/index.ts'

/** The number of concurrent requests. */
const AT_ONCE = 4

/** Whether its result is still stored. */
export const canStore = ({ output, download_url }: Conversion): boolean =>
  Boolean(output?.s3_key) && download_url !== null

/**
 * Stores results before they expire. Nothing is uploaded or copied, because the server has them.
 */
export function useStoreOutputs(): (conversions: readonly Conversion[]) => Promise<void> {
  const { t } = useLingui()
  const navigate = useNavigate()
  const words = useProblemWords()
  const { mutateAsync: registerFile } = useRegisterFile()
  return async (conversions) => {
    const keys = conversions.filter(canStore).map(({ output }) => output?.s3_key ?? '')
    const { kept, error } = await keep(keys, (s3_key) => registerFile({ s3_key, key: randomId() }))
    if (kept > 0)
      showToast({
        text: t({
          message: plural(kept, { one: '# result saved to Storage', other: '# results saved to Storage' }),
        }),
        action: { label: t`Open Storage`, onClick: () => void navigate(paths.storage()) },
      })
    if (!error) return
    const left = keys.length - kept
    const why = words(error)
    showToast({
      kind: 'error',
      text: t({
        message: plural(left, {
          one: `# result wasn’t saved. ${why}`,
          other: `# results weren’t saved. ${why}`,
        }),
      }),
      // Shows the largest files, which can be deleted.
      action: { label: t`Open Storage`, onClick: () => void navigate(paths.storage({ sort: 'largest' })) },
    })
  }
}

/** Stores as many as fit: after a refusal no more are started. */
async function keep(
  keys: readonly string[],
  register: (key: string) => Promise<unknown>,
): Promise<{ kept: number; error: unknown }> {
  const queue = [...keys]
  let kept = 0
  let error: unknown = null
  const worker = async () => {
    for (let key = queue.shift(); key !== undefined && !error; key = queue.shift()) {
      try {
        await register(key)
        kept += 1
      } catch (wrong) {
        error = wrong
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return { kept, error }
}

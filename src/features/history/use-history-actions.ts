import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { useCollectZip } from '../../api/convert.ts'
import { type Conversion, MOST_PACKED, useHideConversions, useRemoveConversions } from '../../api/history.ts'
import { startDownload } from '../../lib/start-download.ts'
import { paths } from '../../paths.ts'
import { confirmAct } from '../../stores/confirm.ts'
import { showToast } from '../../ui/toaster.tsx'
import { isOriginalStored, useSourceName } from '../convert/conversion/index.ts'
import { addOriginal, choiceOf } from '../convert/queue/index.ts'
import { useProblemWords } from '../problems/index.ts'
import { useStoreOutputs } from '../storage/index.ts'

/** Actions on conversions, shared by rows, the bulk bar, the detail page and shortcuts. */
export function useHistoryActions() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const words = useProblemWords()
  const called = useSourceName()
  const store = useStoreOutputs()
  const { mutateAsync: removeAll } = useRemoveConversions()
  const { mutateAsync: hideAll } = useHideConversions()
  const { mutateAsync: collect } = useCollectZip()

  /** Asks for confirmation and names what is deleted: it cannot be undone. */
  function remove(conversions: readonly Conversion[], done?: () => void): void {
    const count = conversions.length
    const [first] = conversions
    if (!first) return
    const name = called(first.filename, first.file_count)
    confirmAct({
      title:
        count === 1
          ? t`Remove ${name}?`
          : t({ message: plural(count, { one: 'Remove # conversion?', other: 'Remove # conversions?' }) }),
      body:
        count === 1
          ? t`This deletes the original, the result and the history entry now. Credits aren’t refunded.`
          : t`This deletes the originals, the results and the history entries now. Credits aren’t refunded.`,
      keep: t`Keep`,
      act:
        count === 1
          ? t`Remove`
          : t({ message: plural(count, { one: 'Remove # conversion', other: 'Remove # conversions' }) }),
      verb: t`Removing`,
      run: async () => {
        const failed = await removeAll(conversions.map((one) => one.conversion_id))
        const removed = count - failed.length
        if (removed > 0)
          showToast({
            text: t({
              message: plural(removed, { one: '# conversion removed', other: '# conversions removed' }),
            }),
          })
        if (failed.length > 0) {
          const left = failed.length
          const why = words(failed[0]?.error)
          return t({
            message: plural(left, {
              one: `# conversion was not removed. ${why}`,
              other: `# conversions were not removed. ${why}`,
            }),
          })
        }
        done?.()
        return null
      },
    })
  }

  /** Adds the originals to Convert, with their previous target and options. */
  function again(conversions: readonly Conversion[]): void {
    let gone = 0
    for (const one of conversions) {
      if (one.s3_key === null || !isOriginalStored(one)) gone += 1
      else
        addOriginal({
          name: one.filename,
          size: one.size_bytes,
          s3Key: one.s3_key,
          format: one.source_format,
          target: choiceOf(one.operation, one.target_format),
          options: one.options,
        })
    }
    if (gone > 0)
      showToast({
        kind: 'error',
        text: t({
          message: plural(gone, {
            one: '# original is no longer available. Add the file again.',
            other: '# originals are no longer available. Add the files again.',
          }),
        }),
      })
    if (gone < conversions.length) void navigate(paths.convert())
  }

  /**
   * Hides them from the list, or restores them; they and their files stay, and the toast can undo
   * it.
   */
  async function hide(conversions: readonly Conversion[], hidden: boolean, done?: () => void): Promise<void> {
    const ids = conversions.map((one) => one.conversion_id)
    const count = ids.length
    try {
      await hideAll({ ids, hidden })
      done?.()
      showToast({
        text: hidden
          ? t({ message: plural(count, { one: '# conversion hidden', other: '# conversions hidden' }) })
          : t({
              message: plural(count, { one: '# conversion unhidden', other: '# conversions unhidden' }),
            }),
        undo: () => void hideAll({ ids, hidden: !hidden }).catch(tell),
      })
    } catch (error) {
      tell(error)
    }
  }

  function zip(conversions: readonly Conversion[]): void {
    if (conversions.length > MOST_PACKED)
      showToast({ kind: 'error', text: t`A ZIP can hold up to ${MOST_PACKED} files. Select fewer.` })
    else
      void collect(conversions.map((one) => one.conversion_id)).then((url) => url && startDownload(url), tell)
  }
  const tell = (error: unknown) => showToast({ kind: 'error', text: words(error) })

  return { remove, again, hide, zip, store }
}

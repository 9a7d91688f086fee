import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import {
  FILES_AT_ONCE,
  type UserFile,
  useDeleteFiles,
  useRenameFile,
  useRestoreFiles,
} from '../../api/storage.ts'
import { dayKey } from '../../lib/format-date.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/toaster.tsx'
import { useConfirmAct, useProblemWords } from '../problems/index.ts'
import { downloadFiles } from './download-files.ts'

const idsOf = (files: readonly UserFile[]) => files.map(({ id }) => id)

/** Actions for stored files, shared by rows, the bulk bar, the file's page and shortcuts. */
export function useStorageActions() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const words = useProblemWords()
  const confirm = useConfirmAct()
  const { mutateAsync: deleteFiles } = useDeleteFiles()
  const { mutateAsync: restoreFiles } = useRestoreFiles()
  const { mutateAsync: renameFile } = useRenameFile()
  const tell = (error: unknown) => showToast({ kind: 'error', text: words(error) })

  async function download(files: readonly UserFile[]): Promise<void> {
    if (files.length > FILES_AT_ONCE) {
      showToast({ kind: 'error', text: t`A ZIP can contain up to ${FILES_AT_ONCE} files. Select fewer.` })
      return
    }
    // A ZIP is requested through a hidden frame, where the server's error would not be seen.
    if (files.some((file) => file.quarantined_at)) {
      showToast({ kind: 'error', text: t`Files in quarantine can’t be downloaded.` })
      return
    }
    const today = dayKey(new Date())
    await downloadFiles(idsOf(files), t`Files ${today}.zip`).catch(tell)
  }

  /** Deleted files can be restored for 24 hours, and the toast can undo it. */
  async function remove(files: readonly UserFile[], done?: () => void): Promise<void> {
    const ids = idsOf(files)
    const count = ids.length
    const name = files[0]?.file_name ?? ''
    try {
      const deleting = deleteFiles({ ids })
      done?.()
      await deleting
      showToast({
        text:
          count === 1
            ? t`${name} deleted`
            : t({ message: plural(count, { one: '# file deleted', other: '# files deleted' }) }),
        undo: () => void restoreFiles({ ids }).catch(tell),
      })
    } catch (error) {
      tell(error)
    }
  }

  async function restore(files: readonly UserFile[], done?: () => void): Promise<void> {
    const count = files.length
    try {
      const restoring = restoreFiles({ ids: idsOf(files) })
      done?.()
      await restoring
      showToast({
        text: t({ message: plural(count, { one: '# file restored', other: '# files restored' }) }),
        action: { label: t`View`, onClick: () => void navigate(paths.storage()) },
      })
    } catch (error) {
      tell(error)
    }
  }

  /** Asks for confirmation with the name: it cannot be undone. */
  function removeForGood(files: readonly UserFile[], done?: () => void): void {
    const count = files.length
    const name = files[0]?.file_name ?? ''
    const one = count === 1
    confirm({
      title: one
        ? t`Permanently delete ${name}?`
        : t({
            message: plural(count, {
              one: 'Permanently delete # file?',
              other: 'Permanently delete # files?',
            }),
          }),
      body: one
        ? t`The file and its links are deleted now and can’t be restored.`
        : t`The files and their links are deleted now and can’t be restored.`,
      act: t`Delete permanently`,
      verb: t`Deleting`,
      run: async () => {
        await deleteFiles({ ids: idsOf(files), permanently: true })
        done?.()
        showToast({
          text: t({
            message: plural(count, {
              one: '# file permanently deleted',
              other: '# files permanently deleted',
            }),
          }),
        })
      },
    })
  }

  async function rename(file: UserFile, name: string): Promise<void> {
    const wanted = name.trim()
    if (wanted === '' || wanted === file.file_name) return
    await renameFile({ id: file.id, name: wanted }).catch(tell)
  }

  return { download, remove, restore, removeForGood, rename }
}

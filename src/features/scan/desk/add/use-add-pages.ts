import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { toApiError } from '../../../../api/errors.ts'
import { MOST_PHOTO_BYTES } from '../../../../api/scan.ts'
import type { UserFile } from '../../../../api/storage.ts'
import { formatBytes } from '../../../../lib/format-bytes.ts'
import { showToast } from '../../../../ui/toaster.tsx'
import { useProblemWords } from '../../../problems/index.ts'
import { checkFiles, type Refused } from './check-files.ts'
import { addStored, sendPhotos } from './send-photos.ts'

/** Adds pages from this device and from Storage. Unsupported files show an error. */
export function useAddPages(session_id: string) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const whyNot = ({ name, why }: Refused): string => {
    const most = formatBytes(MOST_PHOTO_BYTES, i18n.locale)
    if (why === 'empty') return t`${name} is empty.`
    if (why === 'size') return t`${name} is larger than ${most}.`
    return t`${name} isn’t a photo. Use JPEG, PNG, WebP or HEIC.`
  }
  function tell(refused: readonly Refused[]) {
    const [first, ...others] = refused
    if (!first) return
    const more = others.length
    const text =
      more === 0
        ? whyNot(first)
        : t({
            message: plural(more, {
              one: `${whyNot(first)} # more file wasn’t added.`,
              other: `${whyNot(first)} # more files weren’t added.`,
            }),
          })
    showToast({ kind: 'error', text })
  }
  return {
    addFiles(files: readonly File[]) {
      const { taken, refused } = checkFiles(files)
      tell(refused)
      sendPhotos(session_id, taken).catch((error: unknown) =>
        showToast({ kind: 'error', text: words(toApiError(error)) }),
      )
    },
    addStored(files: readonly UserFile[]) {
      addStored(
        session_id,
        files.map(({ id }) => id),
      ).catch((error: unknown) => showToast({ kind: 'error', text: words(toApiError(error)) }))
    },
  }
}

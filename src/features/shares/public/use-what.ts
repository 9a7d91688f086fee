import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PublicShare } from '../../../api/public-share.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'

const ending = (name: string) => /[^.]\.(\w{1,10})$/.exec(name)?.[1]

/** A file's short kind: "PDF", "ZIP". */
export const kindOf = ({ format, file_name }: NonNullable<PublicShare['file']>) =>
  (format ?? ending(file_name) ?? 'file').toUpperCase()

/** "ZIP, 38 files, 214 MB", as the server has written it in the page already. */
export function useWhat({ file, entry_count }: PublicShare): string {
  const { t, i18n } = useLingui()
  if (!file) return ''
  const inside =
    entry_count === null ? [] : [t({ message: plural(entry_count, { one: '# file', other: '# files' }) })]
  return [kindOf(file), ...inside, formatBytes(file.file_size_bytes, i18n.locale)].join(', ')
}

import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PublicShare } from '../../../api/public-share.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatCode, formatLabel } from '../../../lib/format-label.ts'

const ending = (name: string) => /[^.]\.(\w{1,10})$/.exec(name)?.[1]

type SharedFile = NonNullable<PublicShare['file']>

/** The file's format, from its name if the server does not know it. */
const formatOf = ({ format, file_name }: SharedFile): string =>
  format ?? ending(file_name)?.toLowerCase() ?? 'file'

/** A file's format as a short label: "PDF", "MD". */
export const codeOf = (file: SharedFile): string => formatCode(formatOf(file))

/** "JPEG, 2 MB" or "ZIP, 38 files, 214 MB". */
export function useWhat({ file, entry_count }: PublicShare): string {
  const { t, i18n } = useLingui()
  if (!file) return ''
  const inside =
    entry_count === null ? [] : [t({ message: plural(entry_count, { one: '# file', other: '# files' }) })]
  return [formatLabel(formatOf(file)), ...inside, formatBytes(file.file_size_bytes, i18n.locale)].join(', ')
}

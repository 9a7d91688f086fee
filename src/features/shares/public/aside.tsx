import { FileIcon } from 'lucide-react'
import type { PublicShare } from '../../../api/public-share.ts'
import { PaperSheet } from '../../public-page/index.ts'
import { Entries } from './entries.tsx'
import { Preview } from './preview.tsx'
import { codeOf } from './use-what.ts'

/** Next to the button: the file's preview before a download, or a blank sheet of its type. */
export function Aside({ share }: { share: PublicShare }) {
  const { file, preview, entries, entry_count } = share
  if (!file) return null
  if (preview)
    return (
      <div className="landing-aside">
        <Preview preview={preview} file={file} />
      </div>
    )
  if (entries && entries.length > 0)
    return (
      <div className="landing-aside">
        <Entries entries={entries} count={entry_count ?? entries.length} />
      </div>
    )
  return <PaperSheet icon={FileIcon} kind={codeOf(file)} family={file.family} />
}

import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { UserFile } from '../../api/storage.ts'
import { paths } from '../../paths.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useCreatorName } from '../businesses/acting/index.ts'
import { STORED_WORDS } from './family-labels.ts'
import { useFileLabels } from './use-file-labels.ts'

/** The exact sizes, times and ids of a stored file. */
export function FileDetails({ file }: { file: UserFile }) {
  const { t, i18n } = useLingui()
  const words = useFileLabels()
  const creator = useCreatorName(file.created_by)
  const { family, format, file_size_bytes, storage_bytes_recorded, created_at, updated_at } = file
  const { conversion_id, share_count, deleted_at, quarantined_at } = file
  return (
    <Panel title={t`Details`}>
      <FactList
        facts={[
          { name: t`Type`, value: i18n._(STORED_WORDS[family]) },
          { name: t`Format`, value: format ? words.kind(file) : '' },
          { name: t`Size`, value: words.size(file_size_bytes) },
          // Another file may have the same bytes.
          {
            name: t`Storage used`,
            value:
              deleted_at || storage_bytes_recorded === file_size_bytes
                ? ''
                : words.size(storage_bytes_recorded),
          },
          { name: t`Source`, value: words.source(file) },
          { name: t`Created by`, value: creator, own: true },
          { name: t`Added`, value: words.exactly(created_at) },
          { name: t`Modified`, value: updated_at === created_at ? '' : words.exactly(updated_at) },
          { name: t`Deleted`, value: deleted_at ? words.exactly(deleted_at) : '' },
          { name: t`In quarantine since`, value: quarantined_at ? words.exactly(quarantined_at) : '' },
          { name: t`Links`, value: share_count > 0 ? words.shared(share_count) : t`None` },
          { name: t`ID`, value: file.id, mono: true },
          { name: 'SHA-256', value: file.sha256, mono: true },
        ]}
      />
      {conversion_id && (
        <p className="mt-3">
          <Link className="link" to={paths.conversion(conversion_id)}>
            {t`View conversion`}
          </Link>
        </p>
      )}
    </Panel>
  )
}

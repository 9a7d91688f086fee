import { useLingui } from '@lingui/react/macro'
import { ArrowUpIcon, HardDriveIcon, XIcon } from 'lucide-react'
import { useState } from 'react'
import { useUserFileSidePanel } from '../../api/storage.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Button } from '../../ui/button.tsx'
import { FamilyIcon } from '../../ui/family-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { FilePicker } from '../storage/index.ts'
import type { StepRowProps } from './step-row.tsx'

/** The limit of files per step: `PIPELINE_LIMITS.stepFiles` of the contract. */
const MOST = 20

/**
 * Additional stored input files of a step, and whether they come before or after the pipeline's
 * file.
 */
export function StepFiles({ step, onChange }: Pick<StepRowProps, 'step' | 'onChange'>) {
  const { t } = useLingui()
  const [picking, setPicking] = useState(false)
  const { files, filesFirst } = step
  const full = files.length >= MOST
  return (
    <div className="grid gap-2">
      <p className="text-small font-medium text-ink-soft">{t`Files to combine with every PDF`}</p>
      {files.length > 0 && (
        <ol className="divide-y divide-line rounded-control border border-line">
          {files.map((id, index) => (
            <StoredLine
              key={id}
              id={id}
              onUp={
                index > 0
                  ? () => onChange({ files: files.toSpliced(index, 1).toSpliced(index - 1, 0, id) })
                  : null
              }
              onTakeOut={() => onChange({ files: files.filter((one) => one !== id) })}
            />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size={28}
          icon={HardDriveIcon}
          {...(full
            ? { disabled: true, reason: t`A step can use up to ${MOST} files.` }
            : { onClick: () => setPicking(true) })}
        >
          {t`From Storage`}
        </Button>
        {files.length > 0 && (
          <Segmented
            label={t`Position`}
            options={[
              { value: 'before', label: t`Before the PDF` },
              { value: 'after', label: t`After the PDF` },
            ]}
            value={filesFirst ? 'before' : 'after'}
            onChange={(side) => onChange({ filesFirst: side === 'before' })}
          />
        )}
      </div>
      <FilePicker
        multiple
        open={picking}
        formats={['pdf', 'png', 'jpg', 'webp']}
        onClose={() => setPicking(false)}
        onPick={(picked) =>
          onChange({ files: [...new Set([...files, ...picked.map(({ id }) => id)])].slice(0, MOST) })
        }
      />
    </div>
  )
}

type StoredLineProps = { id: string; onUp: (() => void) | null; onTakeOut: () => void }

function StoredLine({ id, onUp, onTakeOut }: StoredLineProps) {
  const { t, i18n } = useLingui()
  const { data, error } = useUserFileSidePanel(id)
  const name = data?.file_name ?? (error ? t`Deleted file` : '…')
  const family = data && data.family !== 'other' ? data.family : null
  return (
    <li className="flex min-h-9 items-center gap-2 px-2">
      <FamilyIcon family={family} />
      <span className={error ? 'min-w-0 flex-1 text-bad' : 'min-w-0 flex-1'}>
        <FileName name={name} />
      </span>
      {data && (
        <span className="flex-none text-small text-ink-soft">
          {formatBytes(data.file_size_bytes, i18n.locale)}
        </span>
      )}
      {onUp && <IconButton size={24} name={t`Move ${name} up`} icon={ArrowUpIcon} onClick={onUp} />}
      <IconButton size={24} name={t`Remove ${name}`} icon={XIcon} onClick={onTakeOut} />
    </li>
  )
}

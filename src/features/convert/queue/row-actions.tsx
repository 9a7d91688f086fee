import { useLingui } from '@lingui/react/macro'
import {
  ArrowRightLeftIcon,
  CircleStopIcon,
  DownloadIcon,
  EllipsisIcon,
  EyeIcon,
  HardDriveIcon,
  InfoIcon,
  LinkIcon,
  RotateCcwIcon,
  XIcon,
} from 'lucide-react'
import { Link } from 'react-router'
import { useSession } from '../../../api/account.ts'
import { paths } from '../../../paths.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { useShareResult } from '../../shares/manage/index.ts'
import { choose } from './files.ts'
import { OptionsPopover } from './options-popover.tsx'
import { useRowName } from './row-labels.ts'
import { type ConvertRow, isTunable, storedOriginal } from './rows.ts'
import { useRowActions } from './use-row-actions.ts'

type RowActionsProps = { row: ConvertRow; optionsOpen: boolean; onOptions: (open: boolean) => void }

/** The actions of a row: two buttons at most, the others in the menu. */
export function RowActions({ row, optionsOpen, onOptions }: RowActionsProps) {
  const { t } = useLingui()
  const { stop, remove, again, further, store } = useRowActions()
  const { file, state } = row
  const sharing = useShareResult()
  const name = useRowName()(file)
  const { data: user } = useSession()
  const busy = state.kind === 'working' || state.kind === 'uploading'
  const ended = state.kind === 'done' || state.kind === 'failed'
  const output = state.kind === 'done' ? state.conversion.output : null
  const download = state.kind === 'done' ? state.conversion.download_url : null

  const entries: MenuEntry[] = [
    ...(ended
      ? [
          ...(download
            ? [
                {
                  label: t`Preview`,
                  icon: EyeIcon,
                  render: <Link to={paths.result(state.conversion.conversion_id)} />,
                },
              ]
            : []),
          {
            label: t`Details`,
            icon: InfoIcon,
            render: <Link to={paths.conversion(state.conversion.conversion_id)} />,
          },
          ...(output?.s3_key
            ? [
                ...(user
                  ? [{ label: t`Save to Storage`, icon: HardDriveIcon, onSelect: () => store(row) }]
                  : []),
                {
                  label: t`Convert result`,
                  icon: ArrowRightLeftIcon,
                  onSelect: () => further(row),
                },
              ]
            : []),
          ...(user && output && download
            ? [{ label: t`Share`, icon: LinkIcon, onSelect: () => sharing.share(state.conversion) }]
            : []),
          { label: t`Convert again`, icon: RotateCcwIcon, hotkey: 'R', onSelect: () => again(row) },
          'line' as const,
        ]
      : []),
    { label: t`Remove`, icon: XIcon, hotkey: 'Del', onSelect: () => remove([file.id]) },
  ]

  return (
    <div className="flex items-center justify-end sm:w-[60px]">
      {isTunable(row) && (
        <OptionsPopover
          row={row}
          open={optionsOpen}
          onOpenChange={onOptions}
          onApply={(options) => {
            choose(file.id, { options }, storedOriginal(row))
            onOptions(false)
          }}
        />
      )}
      {download && (
        <IconButton
          name={t`Download ${output?.filename ?? name}`}
          hotkey="D"
          icon={DownloadIcon}
          render={<a href={download} download data-download="" />}
        />
      )}
      {busy ? (
        <IconButton name={t`Cancel ${name}`} hotkey="Del" icon={CircleStopIcon} onClick={() => stop(row)} />
      ) : ended ? (
        <Menu trigger={<IconButton name={t`More for ${name}`} icon={EllipsisIcon} />} entries={entries} />
      ) : (
        <IconButton name={t`Remove ${name}`} hotkey="Del" icon={XIcon} onClick={() => remove([file.id])} />
      )}
      {sharing.dialog}
    </div>
  )
}

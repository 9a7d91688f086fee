import { useLingui } from '@lingui/react/macro'
import {
  CircleStopIcon,
  DownloadIcon,
  FilePenLineIcon,
  HardDriveIcon,
  LinkIcon,
  RotateCcwIcon,
  SignatureIcon,
  Trash2Icon,
} from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useSession } from '../../api/account.ts'
import { useCancelConversion } from '../../api/convert.ts'
import type { Conversion } from '../../api/history.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { type PageAction, PageActions } from '../../ui/page-actions.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { isOriginalStored, useCanSign, useSourceName } from '../convert/conversion/index.ts'
import { useProblemWords } from '../problems/index.ts'
import { useShareResult } from '../shares/manage/index.ts'
import { canStore } from '../storage/index.ts'
import { useHistoryActions } from './use-history-actions.ts'

export function DetailActions({ conversion }: { conversion: Conversion }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { remove, again, store } = useHistoryActions()
  const { data: user } = useSession()
  const { download_url, family, file_count, output, s3_key, status } = conversion
  const running = status === 'pending'
  const sharing = useShareResult()
  const canSign = useCanSign()
  const called = useSourceName()
  if (running) return <Stop id={conversion.conversion_id} />
  const kept = isOriginalStored(conversion)
  const actions: PageAction[] = [
    {
      label: t`Convert again`,
      icon: RotateCcwIcon,
      // Without a result it is the main action.
      button: download_url ? 'never' : 'always',
      disabled: !kept,
      onSelect: () => again([conversion]),
      ...(!kept && {
        reason:
          file_count > 1
            ? t`Merge the files again on Convert.`
            : s3_key === null
              ? t`The original has expired.`
              : t`This conversion wasn’t started on Convert.`,
      }),
      menuReason: file_count > 1 ? t`Merged` : s3_key === null ? t`Expired` : t`Not possible`,
    },
    ...(download_url && output?.format === 'pdf'
      ? [
          {
            label: t`Edit`,
            icon: FilePenLineIcon,
            button: 'desk' as const,
            render: <Link to={paths.pdf({ conversion: conversion.conversion_id })} />,
          },
        ]
      : []),
    ...(user && download_url && output && canSign({ format: output.format, family })
      ? [
          {
            label: t`Send for signature`,
            icon: SignatureIcon,
            button: 'desk' as const,
            render: <Link to={paths.newSigning({ conversion: conversion.conversion_id })} />,
          },
        ]
      : []),
    ...(user && canStore(conversion)
      ? [
          {
            label: t`Save to Storage`,
            icon: HardDriveIcon,
            button: 'desk' as const,
            onSelect: () => void store([conversion]),
          },
        ]
      : []),
    ...(user && download_url
      ? [
          {
            label: t`Share`,
            icon: LinkIcon,
            button: 'always' as const,
            asks: true,
            onSelect: () => sharing.share(conversion),
          },
        ]
      : []),
    ...(download_url
      ? [
          {
            label: t`Download`,
            icon: DownloadIcon,
            button: 'always' as const,
            primary: true,
            render: (
              <a href={download_url} download>
                {t`Download`}
              </a>
            ),
          },
        ]
      : []),
    {
      label: t`Remove`,
      icon: Trash2Icon,
      button: 'never',
      danger: true,
      onSelect: () => remove([conversion], () => void navigate(paths.history(), { replace: true })),
    },
  ]
  return (
    <>
      <PageActions name={called(conversion.filename, file_count)} actions={actions} />
      {sharing.dialog}
    </>
  )
}

function Stop({ id }: { id: string }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const { mutate, isPending } = useCancelConversion()
  const stop = () => mutate(id, { onError: (error) => showToast({ kind: 'error', text: words(error) }) })
  return (
    <Button icon={CircleStopIcon} working={isPending} verb={t`Cancelling`} onClick={stop}>
      {t`Cancel conversion`}
    </Button>
  )
}

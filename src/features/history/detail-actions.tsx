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
import { showToast } from '../../ui/toaster.tsx'
import { isKept, useCanSign } from '../convert/conversion/index.ts'
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
  return (
    <>
      {running && <Stop id={conversion.conversion_id} />}
      {!running && (
        <>
          <Button
            variant="ghost"
            icon={Trash2Icon}
            onClick={() => remove([conversion], () => void navigate(paths.history(), { replace: true }))}
          >{t`Remove`}</Button>
          <Button
            icon={RotateCcwIcon}
            onClick={() => again([conversion])}
            disabled={!isKept(conversion)}
            reason={
              file_count > 1
                ? t`Merge the files again on Convert.`
                : s3_key === null
                  ? t`The original has expired.`
                  : t`This conversion wasn’t started on Convert.`
            }
          >{t`Convert again`}</Button>
        </>
      )}
      {download_url && output?.format === 'pdf' && (
        <Button
          icon={FilePenLineIcon}
          render={<Link to={paths.pdf({ conversion: conversion.conversion_id })} />}
        >
          {t`Edit`}
        </Button>
      )}
      {user && download_url && output && canSign({ format: output.format, family }) && (
        <Button
          icon={SignatureIcon}
          render={<Link to={paths.newSigning({ conversion: conversion.conversion_id })} />}
        >
          {t`Send for signature`}
        </Button>
      )}
      {user && canStore(conversion) && (
        <Button icon={HardDriveIcon} onClick={() => void store([conversion])}>{t`Save to Storage`}</Button>
      )}
      {user && download_url && (
        <Button icon={LinkIcon} aria-haspopup="dialog" onClick={() => sharing.share(conversion)}>
          {t`Share`}
        </Button>
      )}
      {sharing.dialog}
      {download_url && (
        <Button variant="primary" icon={DownloadIcon} render={<a href={download_url} download />}>
          {t`Download`}
        </Button>
      )}
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

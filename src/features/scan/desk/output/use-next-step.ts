import { useNavigate } from 'react-router'
import type { Conversion } from '../../../../api/history.ts'
import { ownPath } from '../../../../api/preview.ts'
import { startDownload } from '../../../../lib/start-download.ts'
import { paths } from '../../../../paths.ts'
import { addOriginal } from '../../../convert/queue/index.ts'
import type { NextStep } from './form.ts'

/** The actions for a finished PDF. */
export function useNextStep() {
  const navigate = useNavigate()
  const go = (conversion: Conversion, next: NextStep) => {
    const { conversion_id, delivery, output } = conversion
    // A stored PDF is opened from storage, so that changes can replace it.
    const where = delivery?.file_id ? { file: delivery.file_id } : { conversion: conversion_id }
    if (next === 'workbench') void navigate(paths.pdf(where))
    if (next === 'sign') void navigate(paths.newSigning(where))
    if (next === 'convert' && output?.s3_key) {
      addOriginal({ name: output.filename, size: output.size_bytes, s3Key: output.s3_key, format: 'pdf' })
      void navigate(paths.convert())
    }
  }
  return {
    go,
    download: ({ download_url }: Conversion) => {
      if (download_url) startDownload(ownPath(download_url))
    },
  }
}

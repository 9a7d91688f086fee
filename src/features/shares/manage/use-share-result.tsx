import { type ReactNode, useState } from 'react'
import type { Conversion } from '../../../api/history.ts'
import { ShareDialog } from './share-dialog.tsx'

/** Shares a conversion's result: the function that opens the dialog, and the dialog. */
export function useShareResult(): { share: (conversion: Conversion) => void; dialog: ReactNode } {
  const [conversion, setConversion] = useState<Conversion | null>(null)
  return {
    share: setConversion,
    dialog: conversion?.output && (
      <ShareDialog
        target={{ conversionId: conversion.conversion_id }}
        name={conversion.output.filename}
        expiresAt={conversion.expires_at}
        open
        onClose={() => setConversion(null)}
      />
    ),
  }
}

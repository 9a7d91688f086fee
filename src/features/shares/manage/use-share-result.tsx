import { type ReactNode, useState } from 'react'
import type { Conversion } from '../../../api/history.ts'
import { ShareDialog } from './share-dialog.tsx'

/** For wherever a conversion's result stands: what shares it, and the dialog that it opens. */
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

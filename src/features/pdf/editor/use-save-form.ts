import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Destination, useDestinations } from './destinations.ts'
import { type Draft, isEmpty } from './draft.ts'
import { useDraftSummary } from './draft-summary.ts'
import type { RedactionCheck } from './use-redaction-check.ts'
import type { Save, SaveAs } from './use-save.tsx'
import { type SavePrice, useSavePrice } from './use-save-price.ts'

export interface SaveForm {
  saver: Save
  signedIn: boolean
  destinations: readonly Destination[]
  destination: Destination
  choose: (as: SaveAs) => void
  /** The other destinations with a button. */
  rest: readonly (Destination & { disabled: boolean })[]
  price: SavePrice
  /** The price of saving on the rate card, in credits. */
  rate: number | null
  /** The estimated size, in bytes. */
  size: number | null
  summary: string
  /** The side effects of redaction, shown before saving. */
  check: RedactionCheck
  /** Why it can't be saved now; null if it can. */
  reason: string | null
  /** Whether the result replaces the form. */
  fresh: boolean
  /** Shows the form again. */
  end: () => void
}

type SaveFormInput = {
  saver: Save
  draft: Draft
  /** The draft has not changed since it was saved. */
  isSaved: boolean
  signedIn: boolean
  /** The file is in storage, and can be replaced. */
  stored: boolean
  /** The stored file can be signed unchanged. */
  kept: boolean
  open: boolean
  /** Every inserted page is loaded. */
  whole: boolean
  size: number | null
  check: RedactionCheck
}

/** The state of the save form. */
export function useSaveForm(input: SaveFormInput): SaveForm {
  const { saver, draft, isSaved, signedIn, stored, kept, open, whole, size, check } = input
  const { t } = useLingui()
  const destinations = useDestinations(signedIn, stored)
  const rate = useSavePrice()
  const summary = useDraftSummary(draft)
  const [chosen, setChosen] = useState<SaveAs | null>(null)
  const [ended, setEnded] = useState<number | null>(null)
  const destination = destinations.find(({ value }) => value === chosen) ?? destinations[0]!
  const unchanged = isEmpty(draft)
  // An unchanged stored file is signed as it is, without saving.
  const asIs = destination.value === 'sign' && unchanged && kept
  const price = asIs ? { ...rate, credits: 0, missing: 0 } : rate
  const { saved } = saver
  return {
    saver,
    signedIn,
    destinations,
    destination,
    choose: setChosen,
    rest: (['download', 'storage', 'sign'] as const)
      .flatMap((value) => {
        const found = destinations.find((one) => one.value === value)
        if (!found || value === destination.value) return []
        return { ...found, disabled: !open || (unchanged && value !== 'sign') || !whole || rate.missing > 0 }
      })
      .slice(0, 2),
    price,
    rate: rate.credits,
    size,
    summary,
    check,
    reason: !open
      ? t`Open a PDF first.`
      : unchanged && destination.value !== 'sign'
        ? t`Nothing has changed.`
        : !whole
          ? t`Some inserted pages aren’t open. Enter the password of their file, or delete them.`
          : price.missing > 0
            ? t`Not enough credits.`
            : null,
    fresh: saved !== null && saved.at !== ended && (isSaved || unchanged),
    end: () => setEnded(saved?.at ?? null),
  }
}

import { useLingui } from '@lingui/react/macro'
import { useDeferredValue, useState } from 'react'
import { useFilesToShare, useResultsToShare } from '../../../api/shares.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import type { Family } from '../../../ui/family.ts'
import { FamilyIcon } from '../../../ui/family-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Coming, ProblemLine } from '../../problems/index.ts'
import { NewShareDialog } from './new-share-dialog.tsx'
import type { ShareTarget } from './target.ts'

interface Candidate {
  id: string
  target: ShareTarget
  name: string
  size: number
  family: Family | null
  expiresAt: string | null
}

/** Selects the file of a new link: stored files, and results that have not expired. */
export function ChooseFile({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Candidate | null>(null)
  const search = useDeferredValue(typed.trim())
  const files = useFilesToShare(search)
  const results = useResultsToShare(search)
  if (chosen) return <NewShareDialog {...chosen} onClose={onClose} />

  const shareable = (files.data?.results ?? []).filter((one) => !one.quarantined_at)
  const stored: Candidate[] = shareable.map((one) => ({
    id: one.id,
    target: { fileId: one.id },
    name: one.file_name,
    size: one.file_size_bytes,
    family: one.family === 'other' ? null : one.family,
    expiresAt: null,
  }))
  const made: Candidate[] = (results.data?.results ?? []).flatMap(
    ({ conversion_id, download_url, output, family, expires_at }) =>
      download_url && output
        ? [
            {
              id: conversion_id,
              target: { conversionId: conversion_id },
              name: output.filename,
              size: output.size_bytes,
              family,
              expiresAt: expires_at,
            },
          ]
        : [],
  )
  const error = files.error ?? results.error
  const coming = !error && (!files.data || !results.data)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Choose a file to share`}
      foot={<DialogClose render={<Button>{t`Cancel`}</Button>} />}
    >
      <SearchInput
        size={32}
        label={t`Search your files`}
        placeholder={t`File name`}
        maxLength={100}
        value={typed}
        onChange={setTyped}
      />
      <div className="mt-3 -mx-4 max-h-[min(24rem,50dvh)] overflow-y-auto border-t border-line">
        {coming ? (
          <Coming paused={files.isPaused || results.isPaused} rows={4} />
        ) : (
          <>
            <Choices title={t`Storage`} candidates={stored} onChoose={setChosen} />
            <Choices title={t`Conversion results`} candidates={made} onChoose={setChosen} />
            {!error && stored.length + made.length === 0 && (
              <p className="px-4 py-6 text-center text-ink-soft">
                {search
                  ? t`No matches. Search for another part of the name.`
                  : t`No files to share yet. Convert a file or upload one to Storage.`}
              </p>
            )}
          </>
        )}
      </div>
      <ProblemLine error={error} />
    </Dialog>
  )
}

type ChoicesProps = {
  title: string
  candidates: readonly Candidate[]
  onChoose: (candidate: Candidate) => void
}

function Choices({ title, candidates, onChoose }: ChoicesProps) {
  const { i18n } = useLingui()
  if (candidates.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="px-4 pt-3 pb-1 text-small font-medium text-ink-soft">{title}</h3>
      <ul>
        {candidates.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => onChoose(one)}
              className="flex min-h-(--size-control-lg) w-full items-center gap-2.5 px-4 text-start focus-inset hover:bg-hover touch:min-h-(--size-touch)"
            >
              <FamilyIcon family={one.family} />
              <span className="min-w-0 flex-1">
                <FileName name={one.name} />
              </span>
              <span className="flex-none text-small text-ink-soft">{formatBytes(one.size, i18n.locale)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

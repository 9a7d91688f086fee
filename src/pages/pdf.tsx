import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ApiError } from '../api/errors.ts'
import { useConversion } from '../api/history.ts'
import { ownPath } from '../api/preview.ts'
import { useUserFile } from '../api/storage.ts'
import { type PdfSource, preloadPdf } from '../features/pdf/index.ts'
import { PdfDesk, PdfStart, useTakenPdf } from '../features/pdf-desk/index.ts'
import { Problem } from '../features/problems/index.ts'
import { PageTop } from '../features/shell/index.ts'
import type { PdfSearch } from '../paths.ts'
import { FileName } from '../ui/file-name.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

preloadPdf()

type Opened = { source: PdfSource; name: string }

export default function PdfPage() {
  const [search, setSearch] = useSearchParams()
  const [local, setLocal] = useState<Opened | null>(null)
  const go = (next: PdfSearch) => setSearch({ ...next }, { preventScrollReset: true })
  useTakenPdf((file) => {
    setLocal({ source: { file }, name: file.name })
    go({})
  })
  const stored = search.get('file')
  const conversion = search.get('conversion')
  if (stored) return <Stored key={stored} id={stored} />
  if (conversion) return <Converted key={conversion} id={conversion} />
  if (local) return <Desk opened={local} />
  return (
    <Frame>
      <PdfStart onStored={({ id }) => go({ file: id })} />
    </Frame>
  )
}

/** A file that is stored. */
function Stored({ id }: { id: string }) {
  const { data, error, refetch } = useUserFile(id)
  // A list that is loaded anew is not another file.
  const source = useKept(data && ownPath(data.content_url))
  if (data && source) return <Desk opened={{ source, name: data.file_name }} />
  return <Waiting error={error} onRetry={() => void refetch()} />
}

/** What came out of a conversion. */
function Converted({ id }: { id: string }) {
  const { data, error, refetch } = useConversion(id)
  const source = useKept(data?.download_url ? ownPath(data.download_url) : undefined)
  if (data?.output && source) return <Desk opened={{ source, name: data.output.filename }} />
  return <Waiting error={error} onRetry={() => void refetch()} />
}

/** The first address that was known: later ones lead to the same bytes, and would open them anew. */
function useKept(url: string | undefined): PdfSource | null {
  const kept = useRef<PdfSource | null>(null)
  if (url) kept.current ??= { url }
  return kept.current
}

function Desk({ opened: { source, name } }: { opened: Opened }) {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Number.parseInt(search.get('page') ?? '', 10) || 1)
  const onPage = useCallback(
    (now: number) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          if (now > 1) next.set('page', String(now))
          else next.delete('page')
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  )
  return (
    <Frame name={name}>
      <PdfDesk source={source} name={name} page={page} onPage={onPage} />
    </Frame>
  )
}

function Waiting({ error, onRetry }: { error: ApiError | null; onRetry: () => void }) {
  return (
    <Frame>
      <PageFrame>{error ? <Problem error={error} onRetry={onRetry} /> : <Skeleton rows={5} />}</PageFrame>
    </Frame>
  )
}

function Frame({ name, children }: { name?: string; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="flex h-full flex-col">
      <PageTop
        title={t`PDF workbench`}
        note={name && <FileName name={name} />}
        {...(name && { windowTitle: name })}
      />
      {children}
    </div>
  )
}

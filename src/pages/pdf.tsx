import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ApiError } from '../api/errors.ts'
import { useConversion } from '../api/history.ts'
import { ownPath } from '../api/preview.ts'
import { type UserFile, useUserFile } from '../api/storage.ts'
import { localFile, Workbench, type WorkFile } from '../features/pdf/editor/index.ts'
import { PdfStart, useTakenPdf } from '../features/pdf/reader/index.ts'
import { preloadPdf } from '../features/pdf/viewer/index.ts'
import { Problem } from '../features/problems/index.ts'
import { PageTop } from '../features/shell/index.ts'
import { type PdfSearch, paths } from '../paths.ts'
import { FileName } from '../ui/file-name.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

preloadPdf()

export default function PdfPage() {
  const [search, setSearch] = useSearchParams()
  const [local, setLocal] = useState<WorkFile | null>(null)
  const go = (next: PdfSearch) => setSearch({ ...next }, { preventScrollReset: true })
  useTakenPdf((file) => {
    setLocal(localFile(file))
    go({})
  })
  const stored = search.get('file')
  const conversion = search.get('conversion')
  if (stored) return <Stored key={stored} id={stored} />
  if (conversion) return <Converted key={conversion} id={conversion} />
  if (local) return <Bench key={local.identity} file={local} />
  return (
    <Frame>
      <PdfStart onStored={({ id }) => go({ file: id })} />
    </Frame>
  )
}

/** A stored file. After a replacement its new content opens as a new document. */
function Stored({ id }: { id: string }) {
  const { data, error, refetch } = useUserFile(id)
  if (data) return <Bench key={data.sha256} file={storedFile(data)} onReplaced={() => void refetch()} />
  return <Waiting error={error} onRetry={() => void refetch()} />
}

const storedFile = ({
  id,
  sha256,
  file_name,
  download_url,
  s3_key,
  file_size_bytes,
}: UserFile): WorkFile => ({
  identity: `file/${id}/${sha256.slice(0, 16)}`,
  name: file_name,
  open: { url: ownPath(download_url) },
  size: file_size_bytes,
  source: { s3_key },
  fileId: id,
  conversionId: null,
})

/** The result of a conversion. */
function Converted({ id }: { id: string }) {
  const { data, error, refetch } = useConversion(id)
  const { output, download_url } = data ?? {}
  if (output?.s3_key && download_url) {
    const file: WorkFile = {
      identity: `conversion/${id}`,
      name: output.filename,
      open: { url: ownPath(download_url) },
      size: output.size_bytes,
      source: { s3_key: output.s3_key },
      fileId: null,
      conversionId: id,
    }
    return <Bench file={file} />
  }
  return <Waiting error={error} onRetry={() => void refetch()} />
}

function Bench({ file, onReplaced = () => {} }: { file: WorkFile; onReplaced?: () => void }) {
  // A refetched record refers to the same bytes and must not reopen the document.
  const [kept] = useState(file)
  const navigate = useNavigate()
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
    <Workbench
      file={kept}
      page={page}
      onPage={onPage}
      onReplaced={onReplaced}
      onOpen={({ as, fileId, conversionId }) =>
        // A replaced file is already open here, so its page with the versions is opened.
        as === 'replace' && fileId
          ? void navigate(paths.storedFile(fileId))
          : setSearch(fileId ? { file: fileId } : { conversion: conversionId })
      }
      onSign={(what) =>
        void navigate('session' in what ? paths.signingSession(what.session) : paths.newSigning(what))
      }
      frame={(actions, children) => (
        <Frame name={kept.name} actions={actions}>
          {children}
        </Frame>
      )}
    />
  )
}

function Waiting({ error, onRetry }: { error: ApiError | null; onRetry: () => void }) {
  return (
    <Frame>
      <PageFrame>{error ? <Problem error={error} onRetry={onRetry} /> : <Skeleton rows={5} />}</PageFrame>
    </Frame>
  )
}

type FrameProps = { name?: string; actions?: ReactNode; children: ReactNode }

function Frame({ name, actions, children }: FrameProps) {
  const { t } = useLingui()
  return (
    <div className="flex h-full flex-col">
      <PageTop
        title={t`PDF workbench`}
        note={name && <FileName name={name} />}
        actions={actions}
        {...(name && { windowTitle: name })}
      />
      {children}
    </div>
  )
}

import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ApiError, toApiError } from '../../../api/errors.ts'
import {
  pdfOf,
  type SigningSource,
  sourceOfConversion,
  sourceOfFile,
  useCreateSigning,
} from '../../../api/signing.ts'
import { randomId } from '../../../lib/random-id.ts'
import { paths } from '../../../paths.ts'
import { cancelUpload } from '../../../stores/uploads.ts'
import { storeFiles, whenStored } from '../../storage/index.ts'

export type BeginSource =
  | { kind: 'device'; file: File }
  | { kind: 'stored'; id: string }
  | { kind: 'conversion'; id: string }

export type Begun = {
  source: BeginSource
  name: string | null
} & (
  | { step: 'looking' | 'converting' | 'making' }
  | { step: 'sending'; upload: string }
  | { step: 'failed'; error: ApiError }
)

/**
 * Creates a draft from a file, step by step. The server keeps completed steps, even if a later one
 * fails.
 */
export function useBegin() {
  const navigate = useNavigate()
  const { key: entry } = useLocation()
  const create = useCreateSigning().mutateAsync
  const [begun, setBegun] = useState<Begun | null>(null)
  const running = useRef<AbortController | null>(null)
  // The same key for every attempt with a file: a lost response creates no second draft.
  const keys = useRef(new Map<string, string>())
  const stored = useRef(new Map<File, SigningSource>())
  useEffect(() => () => running.current?.abort(), [])

  async function sourceOf(source: BeginSource): Promise<SigningSource | null> {
    if (source.kind === 'stored') return sourceOfFile(source.id)
    if (source.kind === 'conversion') return sourceOfConversion(source.id)
    const known = stored.current.get(source.file)
    if (known) return known
    const [upload = ''] = storeFiles([source.file])
    setBegun({ source, name: source.file.name, step: 'sending', upload })
    const file = await whenStored(upload)
    if (!file) return null
    const found = { name: file.file_name, s3_key: file.s3_key, format: file.format, family: file.family }
    stored.current.set(source.file, found)
    return found
  }

  async function begin(source: BeginSource): Promise<void> {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    const { signal } = mine
    const tell = (next: Begun | null) => {
      if (!signal.aborted) setBegun(next)
    }
    let name = source.kind === 'device' ? source.file.name : null
    tell({ source, name, step: 'looking' })
    try {
      const found = await sourceOf(source)
      if (!found) return tell(null)
      name = found.name
      const known = keys.current.get(found.s3_key) ?? storedKey(entry, source)
      const key = known ?? randomId()
      keys.current.set(found.s3_key, key)
      if (!known) keepKey(entry, source, key)
      if (found.format !== 'pdf') tell({ source, name, step: 'converting' })
      const pdf = await pdfOf(found, `${key}-pdf`, signal)
      tell({ source, name, step: 'making' })
      if (signal.aborted) return
      const body = { s3_key: pdf, title: titleOf(found.name), draft: true }
      const session = await create({ body, key })
      if (!signal.aborted) void navigate(paths.signingSession(session.id), { replace: true })
    } catch (error) {
      tell({ source, name, step: 'failed', error: toApiError(error) })
    }
  }
  function forget() {
    if (begun?.step === 'sending') cancelUpload(begun.upload)
    running.current?.abort()
    setBegun(null)
  }
  return { begun, begin, forget }
}

const storageKey = (entry: string, source: BeginSource): string | null =>
  source.kind === 'device' ? null : `signing-draft ${entry} ${source.kind} ${source.id}`

/** The idempotency key of this browser history entry: a reload creates no second draft. */
function storedKey(entry: string, source: BeginSource): string | null {
  const name = storageKey(entry, source)
  try {
    return name && sessionStorage.getItem(name)
  } catch {
    return null
  }
}

function keepKey(entry: string, source: BeginSource, key: string): void {
  const name = storageKey(entry, source)
  try {
    if (name) sessionStorage.setItem(name, key)
  } catch {
    // Storage may be blocked; then a reload creates another draft.
  }
}

/** A file's name without extension, up to the maximum length of a title. */
const titleOf = (name: string): string =>
  name
    .replace(/\.[^.]{1,8}$/, '')
    .slice(0, 200)
    .trim() || name.slice(0, 200)

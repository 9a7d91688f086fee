import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../../../api/errors.ts'
import { type Conversion, conversionQuery } from '../../../../api/history.ts'
import type { ScanPdf, ScanSession } from '../../../../api/scan.ts'
import { useFinalizeScan } from '../../../../api/scan-changes.ts'
import { randomId } from '../../../../lib/random-id.ts'
import { useLatest } from '../../../../lib/use-latest.ts'

export interface CreatePdf {
  /** Pages are still arriving: the PDF starts afterwards. */
  isWaiting: boolean
  isStarting: boolean
  /** The last started conversion. */
  conversion: Conversion | undefined
  error: ApiError | null
  create: () => void
  /** Without the missing pages. */
  createWithout: () => void
  giveUp: () => void
  /** Returns to the form. */
  forget: () => void
}

/** Starts the PDF after all pages have arrived, and follows it until it ends. */
export function useCreatePdf(
  session: ScanSession,
  body: ScanPdf,
  onDone: (conversion: Conversion) => void,
): CreatePdf {
  const { session_id, pages } = session
  const mutation = useFinalizeScan(session_id)
  const [isWaiting, setWaiting] = useState(false)
  const [id, setId] = useState<string | null>(null)
  const missing = pages.some(({ state }) => state === 'receiving')
  // The same pages and settings have the same idempotency key.
  const request = useRef({ what: '', key: '' })
  const { data: conversion } = useQuery({ ...conversionQuery(id ?? ''), enabled: id !== null })

  const start = async (skip_missing: boolean) => {
    setWaiting(false)
    const wanted = { ...body, skip_missing }
    const what = JSON.stringify([wanted, pages.map(({ page_id, version }) => [page_id, version])])
    if (request.current.what !== what) request.current = { what, key: randomId() }
    try {
      setId(await mutation.mutateAsync({ body: wanted, key: request.current.key }))
      request.current = { what: '', key: '' }
    } catch {
      // The mutation's error is shown.
    }
  }
  const latest = useLatest({ start, onDone })
  useEffect(() => {
    if (isWaiting && !missing) void latest.current.start(false)
  }, [isWaiting, missing])

  const done = useRef<string | null>(null)
  useEffect(() => {
    if (conversion?.status !== 'completed' || done.current === conversion.conversion_id) return
    done.current = conversion.conversion_id
    latest.current.onDone(conversion)
  }, [conversion])

  return {
    isWaiting,
    isStarting: mutation.isPending,
    conversion: id === null ? undefined : conversion,
    error: mutation.error,
    create: () => (missing ? setWaiting(true) : void start(false)),
    createWithout: () => void start(true),
    giveUp: () => setWaiting(false),
    forget: () => setId(null),
  }
}

import type { ComponentType } from 'react'
import type { ApiError } from '../../../api/errors.ts'

/** The reader of a shared file. It is far larger than the page, and is loaded on the first read. */
export interface ReaderProps {
  name: string
  bytes: number
  url: string
  /** The initial page, from 1. */
  page: number
  onPage: (page: number) => void
  /** Downloads it; throws an error with a message for the user. */
  take: () => Promise<void>
  onClose: () => void
  /** Access has ended: the link was closed, or the grant has expired. */
  onEnded: (error: ApiError) => void
}

export type LoadReader = () => Promise<ComponentType<ReaderProps>>

import type { ComponentType } from 'react'
import type { ApiError } from '../../../api/errors.ts'

/**
 * What reads a shared file in the page. It is far larger than the page, and is loaded on the first
 * read.
 */
export interface ReaderProps {
  name: string
  bytes: number
  url: string
  /** To begin at, from 1. */
  page: number
  onPage: (page: number) => void
  /** Downloads it; throws what is to be said. */
  take: () => Promise<void>
  onClose: () => void
  /** It cannot be gone on with: the link has closed, or what was granted is over. */
  onEnded: (error: ApiError) => void
}

export type LoadReader = () => Promise<ComponentType<ReaderProps>>

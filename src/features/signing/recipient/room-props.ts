import type { ComponentType, ReactNode } from 'react'
import type { Delegation, Signed, SigningView } from '../../../api/public-signing.ts'

/**
 * What reads the document and is filled in. It is far larger than the page, and comes when it is
 * one's turn.
 */
export interface RoomProps {
  view: SigningView
  token: string
  sign: (signed: Signed) => Promise<void>
  decline: (reason: string) => Promise<void>
  delegate: (delegate: Delegation) => Promise<void>
  /** That there is no network, over everything. */
  notice: ReactNode
}

export type LoadRoom = () => Promise<ComponentType<RoomProps>>

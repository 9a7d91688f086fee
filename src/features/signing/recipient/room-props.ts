import type { ComponentType, ReactNode } from 'react'
import type { Delegation, Signed, SigningView } from '../../../api/public-signing.ts'

/**
 * The signing form. It is far larger than the page, and is loaded when it is the recipient's turn.
 */
export interface RoomProps {
  view: SigningView
  token: string
  sign: (signed: Signed) => Promise<void>
  decline: (reason: string) => Promise<void>
  delegate: (delegate: Delegation) => Promise<void>
  /** The offline notice, above everything. */
  notice: ReactNode
}

export type LoadRoom = () => Promise<ComponentType<RoomProps>>

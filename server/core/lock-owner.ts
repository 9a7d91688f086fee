import { eq } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import { owners } from './schema.ts'

/** Locks an owner's row until the transaction ends. Lock order: owners, sessions, objects. */
export const lockOwner = (tx: Transaction, ownerId: string) =>
  tx.select({ id: owners.id }).from(owners).where(eq(owners.id, ownerId)).for('no key update')

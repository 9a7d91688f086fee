import type Stripe from 'stripe'
import type { Transaction } from '../platform.ts'
import { emit } from './events.ts'
import { make, newId, type Objects, objectsIn } from './store.ts'

/**
 * What the sandbox does in one transaction: its objects, its clock, and the events that it writes.
 */
export interface Desk {
  tx: Transaction
  objects: Objects
  now: Date
  /** Seconds, as the API has them. */
  at: number
  /** Where its pages are. */
  pages: string
  emit(type: string, object: object): Promise<void>
}

/** @param delivery How events are delivered. */
export function deskOf(tx: Transaction, now: Date, delivery: string, pages: string): Desk {
  return {
    tx,
    objects: objectsIn(tx),
    now,
    pages,
    at: Math.floor(now.getTime() / 1000),
    emit: (type, object) => emit(tx, now, delivery, type, object),
  }
}

export const listOf = <T>(data: T[], url: string): Stripe.ApiList<T> => ({
  ...{ object: 'list', data, has_more: false, url },
})

/** A share of an amount in whole minor units, halves upwards. */
export const share = (amount: number, part: number) => Math.round(amount * part)

/** The tax of the sandbox, where a checkout has automatic tax. */
export const TAX = 0.2

export const productOf = (desk: Desk, name: string) =>
  desk.objects.put(
    make<Stripe.Product>('product', {
      ...{ id: newId('prod'), active: true, created: desk.at, updated: desk.at, name },
      ...{ images: [], metadata: {}, marketing_features: [], type: 'service' },
    }),
  )

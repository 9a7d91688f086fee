import { type RefObject, useInsertionEffect, useRef } from 'react'

/**
 * The value of the last committed render, for callbacks that outlive a render. Read it in handlers
 * and effects only.
 */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value)
  // Before layout effects, so that every effect of the same commit reads the new value.
  useInsertionEffect(() => {
    latest.current = value
  })
  return latest
}

import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../api/errors.ts'

/** The state of a link: its content, or why it does not open. */
export type PublicLink<V, C extends string> =
  | { status: 'asking' }
  | { status: 'open' | 'locked'; view: V }
  /** `last` is the previously shown content. */
  | { status: 'closed'; code: C; last?: V | null }
  | { status: 'failed'; error: unknown }

export interface LinkRules<V, C extends string> {
  /** Problem codes that close the link. */
  closing: readonly C[]
  /** Problem codes that mean that the page shows an outdated state. */
  stale?: readonly string[]
  isLocked?: (view: V) => boolean
  /** The state of an open link, if the page has a heading for each. */
  stateOf?: (view: V) => string
}

/**
 * A link that opens without an account: requested on mount, then updated by the responses to the
 * visitor's actions.
 * @param rules a stable object · @param ask null if the page polls ·
 * @param first the server-rendered state
 */
export function usePublicLink<V extends object, C extends string>(
  rules: LinkRules<V, C>,
  ask: (() => Promise<V>) | null,
  first: PublicLink<V, C> = { status: 'asking' },
) {
  const [link, setLink] = useState(first)
  const close = useCallback((code: C) => {
    setLink((now) => ({ status: 'closed', code, last: viewOf(now) }))
  }, [])
  /** Applies the response of another request; null changes nothing. */
  const show = useCallback(
    (next: V | ((last: V | null) => V | null)) =>
      setLink((now) => {
        const view = typeof next === 'function' ? next(viewOf(now)) : next
        return view ? { status: rules.isLocked?.(view) ? 'locked' : 'open', view } : now
      }),
    [rules],
  )
  /** Refetches. Without a response the current state stays. */
  const refresh = useCallback(async () => {
    if (!ask) return
    try {
      show(await ask())
    } catch (error) {
      const code = closingCode(rules, error)
      if (code) close(code)
      else setLink((now) => (viewOf(now) || now.status === 'closed' ? now : { status: 'failed', error }))
    }
  }, [rules, ask, show, close])
  // The server counts a view by this request, and recognizes a browser that has unlocked the link.
  useEffect(() => {
    void refresh()
  }, [refresh])

  /**
   * The response of a request; null if it closed the link. An outdated state is refetched before
   * this throws.
   */
  const request = useCallback(
    async <T>(answer: Promise<T>): Promise<T | null> => {
      try {
        return await answer
      } catch (error) {
        const code = closingCode(rules, error)
        if (code === undefined) {
          if (error instanceof ApiError && rules.stale?.includes(error.code)) await refresh()
          throw error
        }
        close(code)
        return null
      }
    },
    [rules, refresh, close],
  )
  return {
    link,
    /** The heading replaced another one: keyboard and screen reader users continue there. */
    isReplaced: useIsReplaced(link, rules),
    ...{ refresh, show, close, request },
  }
}

function viewOf<V, C extends string>(link: PublicLink<V, C>): V | null {
  if (link.status === 'open' || link.status === 'locked') return link.view
  return (link.status === 'closed' && link.last) || null
}

const closingCode = <V, C extends string>({ closing }: LinkRules<V, C>, error: unknown): C | undefined =>
  error instanceof ApiError ? closing.find((code) => code === error.code) : undefined

/** The browser announces the first heading itself. */
function useIsReplaced<V, C extends string>(link: PublicLink<V, C>, { stateOf }: LinkRules<V, C>): boolean {
  const state = link.status === 'open' ? (stateOf?.(link.view) ?? link.status) : link.status
  const [first, setFirst] = useState(state)
  if (first === 'asking' && state !== 'asking') setFirst(state)
  return first !== 'asking' && first !== state
}

import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from 'react'

/**
 * A component whose code is loaded on demand. Unlike React's `lazy`, a failed load can be retried.
 */
export type Deferred<P> = {
  preload: () => Promise<void>
  subscribe: (listener: () => void) => () => void
  get: () => ComponentType<P> | null
}

export function deferred<P>(load: () => Promise<ComponentType<P>>): Deferred<P> {
  let part: ComponentType<P> | null = null
  let loading: Promise<void> | null = null
  const listeners = new Set<() => void>()
  return {
    preload: () => {
      loading ??= load().then(
        (loaded) => {
          part = loaded
          for (const listener of listeners) listener()
        },
        () => {
          loading = null
        },
      )
      return loading
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get: () => part,
  }
}

/** The loaded component or null; loads it when `wanted`. */
export function useDeferred<P>(part: Deferred<P>, wanted: boolean): ComponentType<P> | null {
  const Part = useSyncExternalStore(part.subscribe, part.get)
  useEffect(() => {
    if (wanted) void part.preload()
  }, [part, wanted])
  return Part
}

/**
 * A page section whose code is loaded on mount: the component once loaded, or whether loading
 * failed.
 */
export function useDeferredPart<P>(part: Deferred<P>) {
  const Part = useDeferred(part, false)
  const [missing, setMissing] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another try
  useEffect(() => {
    let gone = false
    setMissing(false)
    void part.preload().then(() => !gone && !part.get() && setMissing(true))
    return () => {
      gone = true
    }
  }, [part, attempt])
  return { Part, missing, attempt, again: () => setAttempt((count) => count + 1) }
}

/**
 * A dialog's component while it is open. If the code fails to load, the dialog closes, and the next
 * press retries.
 */
export function useDeferredDialog<P>(
  part: Deferred<P>,
  open: boolean,
  onClose: () => void,
): ComponentType<P> | null {
  const Dialog = useDeferred(part, false)
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    if (!open) return
    let gone = false
    void part.preload().then(() => !gone && !part.get() && latest.current())
    return () => {
      gone = true
    }
  }, [part, open])
  return open ? Dialog : null
}

import { createContext, type Ref, type RefCallback, useRef } from 'react'

/**
 * What React Router loads for apps that its own server draws (pages fetched ahead, tracing), and
 * this one never has. It stands in for two of the package's files in `vite.config.ts`, whose
 * exports the build checks. About 2.5 kB of every page.
 */

/**
 * Without the framework's context nothing is fetched ahead, which is all that these two would find
 * out.
 */
export const FrameworkContext = createContext(undefined)
export const usePrefetchBehavior = () => [false, useRef(null), {}] as const
export const PrefetchPageLinks = () => null

export const mergeRefs =
  <T>(...refs: (Ref<T> | undefined)[]): RefCallback<T> =>
  (value) => {
    for (const ref of refs)
      if (typeof ref === 'function') ref(value)
      else if (ref) ref.current = value
  }

/** Nobody asks to trace a router that was made without `instrumentations`. */
export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = <T>(router: T): T => router

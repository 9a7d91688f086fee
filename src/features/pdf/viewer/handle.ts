import { useState, useSyncExternalStore } from 'react'
import type { Point } from './geometry.ts'
import type { Match, SearchOptions } from './search.ts'

/**
 * As wide as there is room for (`auto`: but not much larger than on paper), as large as is seen at
 * once, or a factor: 1 is the page's own size.
 */
export type Zoom = 'auto' | 'width' | 'page' | number

export interface Hit extends Match {
  /** Of the document, from 0. */
  index: number
  /** Its place among the pages shown, from 1. */
  page: number
}

export interface Found {
  query: string
  options: SearchOptions
  /** In the order of the pages. */
  hits: readonly Hit[]
  /** Which of them is looked at; -1 where there is none. */
  current: number
  /** How many pages have been searched. */
  searched: number
  done: boolean
}

/**
 * How far the text of a long selection has come onto the clipboard. `cut`: not all of it goes there
 * at once.
 */
export type Copying =
  | { state: 'working'; page: number; pages: number }
  | { state: 'done'; pages: number; cut: boolean }
  | { state: 'failed' }

export interface ViewerState {
  /** The page that is looked at: its place among those shown, from 1. */
  page: number
  /** How many are shown. 0 until the file is open. */
  pages: number
  zoom: Zoom
  /** 1 at the page's own size. 0 until it is known. */
  scale: number
  /** By how much all pages are turned, clockwise, on top of their own. */
  rotation: number
  found: Found | null
  /** How many pages are ready to be printed; null while nothing is. */
  printing: number | null
  copying: Copying | null
}

/** What a mounted viewer does for the handle. */
export interface Actions {
  goTo: (page: number, point?: Point) => void
  /** A destination of the file's own: a link's, an outline's. */
  goToDestination: (dest: unknown) => void
  zoomTo: (zoom: Zoom) => void
  zoomBy: (factor: number) => void
  rotate: (by: number) => void
  /** An empty query ends the search. */
  find: (query: string, options?: SearchOptions) => void
  /** The next hit, or by -1 the one before. */
  step: (by: number) => void
  print: () => void
  stopPrinting: () => void
}

/**
 * What bar, thumbnails, outline, find box and whoever else stands around the viewer know of it and
 * do with it. Made by `usePdfHandle`, given to each of them. What is asked of it before the file is
 * open is done once it is.
 */
export interface PdfHandle extends Actions {
  /** For the viewer. */
  state: () => ViewerState
  subscribe: (listener: () => void) => () => void
  /** The viewer's own. @returns what ends the connection */
  connect: (acts: Actions) => () => void
  /** The viewer's own. */
  set: (state: Partial<ViewerState>) => void
}

const START: ViewerState = {
  page: 1,
  pages: 0,
  zoom: 'auto',
  scale: 0,
  rotation: 0,
  found: null,
  printing: null,
  copying: null,
}

export function createPdfHandle(): PdfHandle {
  let state = START
  let acts: Actions | null = null
  let waiting: (() => void)[] = []
  const listeners = new Set<() => void>()
  const later = <A extends unknown[]>(act: (acts: Actions) => (...given: A) => void) => {
    const run = (...given: A) => {
      if (acts) act(acts)(...given)
      else waiting.push(() => run(...given))
    }
    return run
  }
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    connect(given) {
      acts = given
      const due = waiting
      waiting = []
      for (const run of due) run()
      return () => {
        if (acts === given) acts = null
      }
    },
    set(next) {
      const keys = Object.keys(next) as (keyof ViewerState)[]
      if (keys.every((key) => state[key] === next[key])) return
      state = { ...state, ...next }
      for (const listener of listeners) listener()
    },
    goTo: later(({ goTo }) => goTo),
    goToDestination: later(({ goToDestination }) => goToDestination),
    zoomTo: later(({ zoomTo }) => zoomTo),
    zoomBy: later(({ zoomBy }) => zoomBy),
    rotate: later(({ rotate }) => rotate),
    find: later(({ find }) => find),
    step: later(({ step }) => step),
    print: later(({ print }) => print),
    stopPrinting: later(({ stopPrinting }) => stopPrinting),
  }
}

export function usePdfHandle(): PdfHandle {
  return useState(createPdfHandle)[0]
}

/** One thing of the viewer's state, kept up to date. */
export function useViewer<T>(handle: PdfHandle, pick: (state: ViewerState) => T): T {
  return useSyncExternalStore(handle.subscribe, () => pick(handle.state()))
}

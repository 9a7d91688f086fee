import { useState, useSyncExternalStore } from 'react'
import type { Point } from './geometry.ts'
import type { Match, SearchOptions } from './search.ts'

/**
 * Fit to width (`auto`: limited to a readable size), fit to page, or a factor: 1 is the page's
 * actual size.
 */
export type Zoom = 'auto' | 'width' | 'page' | number

export interface Hit extends Match {
  /** The index in the document, from 0. */
  index: number
  /** Its position among the displayed pages, from 1. */
  page: number
}

export interface Found {
  query: string
  options: SearchOptions
  /** In page order. */
  hits: readonly Hit[]
  /** The index of the current result; -1 if there is none. */
  current: number
  /** The number of searched pages. */
  searched: number
  done: boolean
}

/** The progress of copying a long selection. `cut`: it exceeds the limit. */
export type Copying =
  | { state: 'working'; page: number; pages: number }
  | { state: 'done'; pages: number; cut: boolean }
  | { state: 'failed' }

export interface ViewerState {
  /** The current page: its position among the displayed ones, from 1. */
  page: number
  /** The number of displayed pages. 0 until the file is open. */
  pages: number
  zoom: Zoom
  /** 1 is actual size. 0 until it is known. */
  scale: number
  /** The clockwise rotation of all pages, in addition to their own. */
  rotation: number
  found: Found | null
  /** The number of pages that are ready to print; null while not printing. */
  printing: number | null
  copying: Copying | null
}

/** The methods that a mounted viewer provides. */
export interface Actions {
  goTo: (page: number, point?: Point) => void
  /** Goes to a destination of the file: a link's or an outline entry's. */
  goToDestination: (dest: unknown) => void
  zoomTo: (zoom: Zoom) => void
  zoomBy: (factor: number) => void
  rotate: (by: number) => void
  /** An empty query ends the search. */
  find: (query: string, options?: SearchOptions) => void
  /** The next result, or the previous one for -1. */
  step: (by: number) => void
  print: () => void
  stopPrinting: () => void
}

/**
 * The state and methods of a viewer for its toolbar, thumbnails, outline and search box. Created by
 * `usePdfHandle` and passed to each of them. Calls before the file is open run once it is.
 */
export interface PdfHandle extends Actions {
  /** For the viewer. */
  state: () => ViewerState
  subscribe: (listener: () => void) => () => void
  /** Internal to the viewer. @returns the function that disconnects */
  connect: (acts: Actions) => () => void
  /** Internal to the viewer. */
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

/** Subscribes to a part of the viewer's state. */
export function useViewer<T>(handle: PdfHandle, pick: (state: ViewerState) => T): T {
  return useSyncExternalStore(handle.subscribe, () => pick(handle.state()))
}

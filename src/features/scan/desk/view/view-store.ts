import { create } from 'zustand'

export type Face = 'corners' | 'result'

interface View {
  face: Face
  /** Null: fit to the available space. */
  zoom: number | null
}

/** The desk's view settings, kept from page to page. */
export const useView = create<View>(() => ({ face: 'corners', zoom: null }))
export const showFace = (face: Face): void => useView.setState({ face })
export const zoomTo = (zoom: number | null): void => useView.setState({ zoom })

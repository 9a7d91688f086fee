import { create } from 'zustand'

export type Face = 'corners' | 'result'

interface View {
  face: Face
  /** Null: as large as there is room for. */
  zoom: number | null
}

/** What the desk looks at, kept from one page to the next. */
export const useView = create<View>(() => ({ face: 'corners', zoom: null }))
export const showFace = (face: Face): void => useView.setState({ face })
export const zoomTo = (zoom: number | null): void => useView.setState({ zoom })

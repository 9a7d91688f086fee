/** The product's print colors. */
export const INK = '#1f1b16'
export const SOFT = '#504b43'
export const FAINT = '#68625a'
export const LINE = '#d5d0c7'
export const ACCENT = '#2646aa'

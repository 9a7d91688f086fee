/** A page, three times as wide as it is shown. */
export const PAGE = { width: 102, height: 132 }

/**
 * A sheet of paper to be drawn on, in the colors of the theme. Null where the browser gives none.
 */
export function newPaper({ width, height } = PAGE) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return null
  const style = getComputedStyle(document.documentElement)
  context.fillStyle = style.getPropertyValue('--color-paper')
  context.fillRect(0, 0, width, height)
  context.fillStyle = style.getPropertyValue('--color-paper-ink')
  return { canvas, context }
}

export const imageOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))

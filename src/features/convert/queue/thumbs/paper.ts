/** A page, three times its displayed width. */
export const PAGE = { width: 102, height: 132 }

/** A canvas with a sheet of paper, in the theme's colors. Null without a 2D context. */
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

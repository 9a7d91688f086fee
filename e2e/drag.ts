import type { Locator, Page } from '@playwright/test'

/**
 * Drags from outside the browser onto an element, as the desktop does: the browser makes entries
 * and handles of it.
 */
export async function drag(page: Page, onto: Locator, ...files: string[]) {
  const box = await onto.boundingBox()
  if (!box) throw new Error('what is dragged onto is not visible')
  const client = await page.context().newCDPSession(page)
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    client.send('Input.dispatchDragEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files, dragOperationsMask: 1 },
    })
  await send('dragEnter')
  await send('dragOver')
  return () => send('drop')
}

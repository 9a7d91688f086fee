import type { Browser, Page } from '@playwright/test'

/** A mid-range phone on a slow mobile network. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const SLOWER = 4

export const slowPhoneWords = `each with an empty cache, ${PHONE.viewport.width} × ${PHONE.viewport.height}, processor ${SLOWER} times slower, 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up, over plain HTTP`

/** @param observe a script that runs before any script of the page */
export async function onSlowPhone<T>(
  browser: Browser,
  observe: string,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', NETWORK)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(observe)
    return await use(page)
  } finally {
    await context.close()
  }
}

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { photoOf } from '../tests/server/engines/scan-photos.ts'

/** Frames of the video: upright, as a phone is held. */
const FRAME = { width: 720, height: 960 }
const PER_SECOND = 30
/** Seconds that a sheet lies on the desk, and that the desk is empty. */
const LIES = 4
const EMPTY = 1

/** A sheet of A4 with large words on it, a line each, drawn by a browser. */
export async function drawSheet(page: Page, lines: readonly string[]): Promise<Buffer> {
  const words = lines.map((line) => `<p>${line}</p>`).join('')
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.setContent(
    `<style>body{margin:90px 70px;font:600 46px sans-serif;color:#111;background:#fff}p{margin:0 0 30px}</style>${words}`,
  )
  return page.screenshot()
}

/**
 * Writes a video as Chromium’s fake camera plays it, over and over: each sheet lies still for a
 * while, then the desk is empty.
 */
export async function writeVideo(
  path: string,
  page: Page,
  sheets: readonly (readonly string[])[],
): Promise<void> {
  const video = createWriteStream(path)
  const show = async (frame: Buffer, seconds: number) => {
    for (let at = 0; at < seconds * PER_SECOND; at++) if (!video.write(frame)) await once(video, 'drain')
  }
  const far = [
    [2, 2],
    [3, 2],
    [3, 3],
    [2, 3],
  ] as const
  const desk = await photoOf(await drawSheet(page, ['']), { ...FRAME, corners: far })
  for (const lines of sheets) {
    await show(await photoOf(await drawSheet(page, lines), { ...FRAME, grain: 3 }), LIES)
    await show(desk, EMPTY)
  }
  video.end()
  await once(video, 'finish')
}

/** A browser whose camera plays a video. */
export const cameraBrowser = (
  video: string,
  launch: { executablePath?: string; args?: string[] },
): Promise<Browser> =>
  chromium.launch({
    ...launch,
    args: [
      ...(launch.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  })

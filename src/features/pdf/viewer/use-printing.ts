import { type RefObject, useMemo } from 'react'
import type { PdfHandle } from './handle.ts'
import type { Pdf } from './pdf.ts'
import type { Printed } from './print.ts'

/** The printing code is loaded on demand. */
export function usePrinting(pdf: Pdf, handle: PdfHandle, latest: RefObject<Printed>) {
  return useMemo(() => {
    let abort: AbortController | null = null
    const stopPrinting = () => abort?.abort()
    async function run() {
      const mine = new AbortController()
      abort?.abort()
      abort = mine
      handle.set({ printing: 0 })
      const given = latest.current
      try {
        const { printPages } = await import('./print.ts')
        await printPages(pdf, given, mine.signal, (printing) => handle.set({ printing }))
      } catch (error) {
        if (!mine.signal.aborted) console.error(error)
      } finally {
        if (abort === mine) handle.set({ printing: null })
      }
    }
    return { print: () => void run(), stopPrinting }
  }, [pdf, handle, latest])
}

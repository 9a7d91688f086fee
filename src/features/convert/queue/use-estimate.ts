import { useEffect, useState } from 'react'
import type { OptionValues } from '../options/index.ts'
import { optionFields, optionValue } from '../options/index.ts'
import { type EstimatePlan, estimateBytes, planEstimate } from './estimate.ts'
import type { ConvertRow } from './rows.ts'

/** While a slider is dragged, not every step is encoded. */
const REST_MS = 150

/** The estimated size of the result, in bytes; null while unknown, or if it cannot be estimated. */
export function useEstimate(
  { file, family, target, operation }: ConvertRow,
  chosen: OptionValues,
): number | null {
  const [bytes, setBytes] = useState<number | null>(null)
  const fields = optionFields(operation?.options)
  const values = Object.fromEntries(fields.map((field) => [field.name, optionValue(chosen, field)]))
  const plan =
    family === 'image' && file.pixels && target ? planEstimate(target.format, file.pixels, values) : null
  const wanted = plan && JSON.stringify(plan)
  const bitmap = useBitmap(plan ? file.file : null)
  useEffect(() => {
    if (!bitmap || wanted === null) return setBytes(null)
    let gone = false
    const timer = setTimeout(() => {
      estimateBytes(bitmap, JSON.parse(wanted) as EstimatePlan).then(
        (next) => !gone && setBytes(next),
        () => !gone && setBytes(null),
      )
    }, REST_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [bitmap, wanted])
  return bytes
}

/** The image's pixels, decoded once, while the form is open. */
function useBitmap(file: File | null): ImageBitmap | null {
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null)
  useEffect(() => {
    if (!file || typeof createImageBitmap !== 'function') return
    let gone = false
    let made: ImageBitmap | null = null
    createImageBitmap(file).then(
      (next) => {
        made = next
        if (gone) next.close()
        else setBitmap(next)
      },
      // The browser cannot decode the image: there is no estimate.
      () => undefined,
    )
    return () => {
      gone = true
      made?.close()
      setBitmap(null)
    }
  }, [file])
  return bitmap
}

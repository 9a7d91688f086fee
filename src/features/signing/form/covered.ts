import type { PdfField } from '../../pdf/viewer/index.ts'
import type { SignField } from './steps.ts'

/** Points; rectangles are rounded in transit. */
const NEAR = 0.5

/**
 * The PDF's form fields that match a signature field exactly, so that the page omits them. All
 * others are rendered as they will be sealed.
 */
export function coveredBy(
  form: readonly PdfField[],
  fields: readonly Pick<SignField, 'places'>[],
): PdfField[] {
  const places = fields.flatMap(({ places }) => places)
  return form.filter(({ page, rect: [x1, y1, x2, y2] }) =>
    places.some(
      ({ page: on, rect: { x, y, width, height } }) =>
        on === page &&
        isNear(Math.min(x1, x2), x) &&
        isNear(Math.min(y1, y2), y) &&
        isNear(Math.abs(x2 - x1), width) &&
        isNear(Math.abs(y2 - y1), height),
    ),
  )
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR

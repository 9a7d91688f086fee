/**
 * A PDF of these objects, the first of which is its catalogue, with a right table of where they
 * are. One byte a letter.
 */
export function pdfOf(objects: readonly string[], trailer = ''): string {
  let text = '%PDF-1.7\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const size = objects.length + 1
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const begin = text.length
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${begin}\n%%EOF\n`
}

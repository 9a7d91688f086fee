/** JSON for a data script element: no character can end the element or a line. */
export const inertJson = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

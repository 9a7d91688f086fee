/** Whether a file begins as a DXF drawing in text form: comments, then the group of the first section. */
export const isDxf = (text: string): boolean =>
  /^\ufeff?(?:[ \t]*999[ \t]*\r?\n[^\n]*\n)*[ \t]*0[ \t]*\r?\n[ \t]*SECTION[ \t]*\r?\n[ \t]*2[ \t]*\r?\n/.test(
    text,
  )

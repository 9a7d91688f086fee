/** Bytes, but for the counts. */
export const FILE_LIMITS = {
  /** Read at a time. */
  slice: 4_194_304,
  /** The longest object that a signature is looked for in. */
  object: 2_097_152,
  /** Looked at in one file; a file with more is not one that people signed. */
  signatures: 200,
  /** Words that may stand in signatures; a form has one in each field. */
  marks: 20_000,
} as const

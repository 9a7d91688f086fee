/** In bytes, except counts. */
export const FILE_LIMITS = {
  /** Bytes per read. */
  slice: 4_194_304,
  /** The longest object that is searched for a signature. */
  object: 2_097_152,
  /** The limit per file; a file with more was not signed by people. */
  signatures: 200,
  /** The limit of possible signature markers; a form has one in each field. */
  marks: 20_000,
} as const

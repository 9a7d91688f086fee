// Fitted by `benchmarks/scan-fit.ts`, in the order of `FEATURES`.

/** Ranks the candidates of an image. */
export const RANK: readonly number[] = [
  2.7, // mean
  2.5, // least
  -2.2, // beyond
  -2.9, // mostBeyond
  2.2, // area
  -0.8, // skew
  -4.7, // rims
  0.7, // step
  2, // stepLeast
  2.1, // bright
  1.4, // brightLeast
  0.9, // signedLeast
  0.8, // coherenceLeast
  0.8, // chroma
  -3.6, // rimDifference
  2.8, // nested
]

/** Decides whether the chosen candidate is a sheet (logistic regression). */
export const PRESENCE: readonly number[] = [
  1.3, // mean
  0.8, // least
  0, // beyond
  0.1, // mostBeyond
  1.9, // area
  -0.9, // skew
  -4.8, // rims
  0.2, // step
  0.2, // stepLeast
  1.2, // bright
  0.4, // brightLeast
  2.5, // signedLeast
  1.7, // coherenceLeast
  1.6, // chroma
  -1.5, // rimDifference
  1.8, // nested
]
export const PRESENCE_BIAS = -6.6

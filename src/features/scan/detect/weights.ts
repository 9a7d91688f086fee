// Fitted by `bench/scan-fit.ts`, in the order of `FEATURES`.

/** Chooses among the candidates of a picture. */
export const RANK: readonly number[] = [
  2.72, // mean
  2.47, // least
  -2.16, // beyond
  -2.86, // mostBeyond
  1.8, // area
  -0.75, // skew
  0.76, // step
  2, // stepLeast
  2.18, // bright
  1.5, // brightLeast
  0.86, // signedLeast
  0.9, // coherenceLeast
  0.91, // chroma
  -4.67, // rims
  -3.77, // rimDifference
  1.01, // uneven
  2.66, // nested
]

/** Decides whether the chosen candidate is a sheet (logistic regression). */
export const PRESENCE: readonly number[] = [
  1.24, // mean
  0.69, // least
  -0.07, // beyond
  0.15, // mostBeyond
  1.68, // area
  -0.75, // skew
  0.22, // step
  0.08, // stepLeast
  1.22, // bright
  0.47, // brightLeast
  2.54, // signedLeast
  1.69, // coherenceLeast
  1.6, // chroma
  -4.82, // rims
  -1.61, // rimDifference
  0.86, // uneven
  1.7, // nested
]
export const PRESENCE_BIAS = -6.62

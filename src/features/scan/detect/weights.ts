// Fitted by `bench/scan-fit.ts`, in the order of `FEATURES`.

/** Chooses among the candidates of a picture. */
export const RANK: readonly number[] = [
  2.48, // mean
  2.45, // least
  -2.47, // beyond
  -2.88, // mostBeyond
  2.3, // area
  -0.37, // skew
  0.78, // step
  1.99, // stepLeast
  2.25, // bright
  1.53, // brightLeast
  0.56, // signedLeast
  0.44, // coherenceLeast
  1.13, // chroma
  -4.2, // rims
  -3.45, // rimDifference
  0.85, // uneven
  3.05, // nested
]

/** Decides whether the chosen candidate is a sheet (logistic regression). */
export const PRESENCE: readonly number[] = [
  1.29, // mean
  0.84, // least
  -0.32, // beyond
  -0.03, // mostBeyond
  2.04, // area
  -0.64, // skew
  0.12, // step
  0.23, // stepLeast
  1.44, // bright
  0.26, // brightLeast
  1.95, // signedLeast
  1.58, // coherenceLeast
  1.73, // chroma
  -4.94, // rims
  -1.07, // rimDifference
  0.79, // uneven
  1.62, // nested
]
export const PRESENCE_BIAS = -6.13

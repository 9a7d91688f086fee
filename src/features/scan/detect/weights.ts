// Fitted by `bench/scan-fit.ts`, in the order of `FEATURES`.

/** Chooses among the candidates of a picture. */
export const RANK: readonly number[] = [
  2.5, 2.5, -2.7, -2.8, 2.4, -0.4, 1.1, 2, 1.9, 1.5, 0.9, 0.2, 1, -4.1, -3.6, 0.9, 2.6,
]

/** Decides whether the chosen candidate is a sheet (logistic regression). */
export const PRESENCE: readonly number[] = [
  1.1, 0.7, -0.2, 0, 2.1, -0.6, 0.1, 0.1, 1.3, 0.3, 1.9, 1.3, 1.7, -4.9, -0.9, 0.9, 2,
]
export const PRESENCE_BIAS = -4.5

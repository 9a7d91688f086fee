/**
 * After this time without a probe, in milliseconds, nobody knows how a part is: two probes were
 * missed.
 */
export const UNPROBED_MS = 150_000

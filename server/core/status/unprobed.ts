/**
 * After this time without a probe, in milliseconds, a part's state is unknown: two probes were
 * missed.
 */
export const UNPROBED_MS = 150_000

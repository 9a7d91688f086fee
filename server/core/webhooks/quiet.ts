/**
 * Clients that submit files one by one do not mark the last. A batch counts as ended after this
 * time without pending conversions; otherwise quick conversions would end it after each file.
 */
export const QUIET_MS = 10_000

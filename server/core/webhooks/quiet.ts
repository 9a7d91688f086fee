/**
 * A client that submits its files one by one does not say which is the last. A batch counts as
 * ended when none of its conversions has been pending for so long; without this, quick conversions
 * would end their batch after each file.
 */
export const QUIET_MS = 10_000

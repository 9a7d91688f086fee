/** Told with the id of a scan session whenever it changes. */
export const SCAN_CHANNEL = 'scan_changed'

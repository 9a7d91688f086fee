/** Notified with the id of a changed scan session. */
export const SCAN_CHANNEL = 'scan_changed'

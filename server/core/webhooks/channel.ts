/** The channel of queued delivery attempts. */
export const ATTEMPTS_CHANNEL = 'webhook_attempts'

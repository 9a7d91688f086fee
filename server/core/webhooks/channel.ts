/** Where the database says that there are attempts to deliver events. */
export const ATTEMPTS_CHANNEL = 'webhook_attempts'

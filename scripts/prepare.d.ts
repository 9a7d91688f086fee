export const root: string
export const node: string
/** The server, as words for Node. */
export const server: string[]
/** Commands that are bundled with the server. */
export const COMMANDS: string[]
/** Builds the server with its commands, unless that has been done from these sources. */
export function buildServer(): void

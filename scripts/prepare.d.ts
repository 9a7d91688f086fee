export const root: string
export const node: string
/** The server, as words for Node. */
export const server: string[]

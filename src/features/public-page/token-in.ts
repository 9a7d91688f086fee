/** The token of a link, the last part of `/s/…` and `/sign/…`. */
export const tokenIn = (path: string): string => decodeURIComponent(path.split('/')[2] ?? '')

/** The link's token, the last part of the address `/sign/…`. */
export const tokenIn = (path: string): string => decodeURIComponent(path.split('/')[2] ?? '')

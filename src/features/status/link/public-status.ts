/** The server marks its page where people without an account may see the status. */
export const hasPublicStatus = (): boolean =>
  document.querySelector('meta[name="filewright-status"][content="public"]') !== null

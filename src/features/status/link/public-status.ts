/** The server marks its page if guests may see the status. */
export const hasPublicStatus = (): boolean =>
  document.querySelector('meta[name="filewright-status"][content="public"]') !== null

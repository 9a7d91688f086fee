/** All sessions of the account, and its templates. */
export function Signing() {
  return null
}

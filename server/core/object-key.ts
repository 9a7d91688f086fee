const KEY = /^[a-z]+\/[0-9a-f-]{36}$/

/**
 * A key as we make them, `uploads/<uuid>`; nothing else ever names an object. @throws where it is
 * none
 */
export function ownKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a key of ours: ${JSON.stringify(key)}`)
  return key
}

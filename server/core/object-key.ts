const KEY = /^[a-z]+\/[0-9a-f-]{36}$/

/** Validates an object key: `uploads/<uuid>`. @throws Error for any other key */
export function ownKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a key of ours: ${JSON.stringify(key)}`)
  return key
}

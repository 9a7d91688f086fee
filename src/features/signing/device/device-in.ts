/** The token of the URL `/sign/device/…`; null for other URLs. */
export function deviceIn(path: string): string | null {
  const [, sign, device, name] = path.split('/')
  return sign === 'sign' && device === 'device' ? decodeURIComponent(name ?? '') : null
}

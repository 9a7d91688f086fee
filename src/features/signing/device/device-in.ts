/** What names the drawing in the address `/sign/device/…`; null where it is another page's. */
export function deviceIn(path: string): string | null {
  const [, sign, device, name] = path.split('/')
  return sign === 'sign' && device === 'device' ? decodeURIComponent(name ?? '') : null
}

import Bowser from 'bowser'

export interface Device {
  /** "Firefox 144 on Linux". */
  name: string
  kind: 'desktop' | 'mobile' | 'tablet' | 'program'
}

/**
 * Describes the program and system of a User-Agent header; a program that is no browser is named by
 * the header's first word.
 */
export function deviceOf(userAgent: string): Device {
  if (!userAgent) return { name: 'Unnamed program', kind: 'program' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const kind = platform.type
  if (!browser.name || !os.name || (kind !== 'desktop' && kind !== 'mobile' && kind !== 'tablet')) {
    return { name: userAgent.split(/[\s/]/, 1)[0]?.slice(0, 40) || 'Unnamed program', kind: 'program' }
  }
  const version = browser.version?.split('.', 1)[0]
  const machine = kind === 'desktop' ? os.name : (platform.model ?? os.name)
  return { name: `${browser.name}${version ? ` ${version}` : ''} on ${machine}`, kind }
}

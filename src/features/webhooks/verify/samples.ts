import curl from './samples/send.sh?raw'
import go from './samples/verify.go?raw'
import java from './samples/verify.java?raw'
import node from './samples/verify.mjs?raw'
import php from './samples/verify.php?raw'
import python from './samples/verify.py?raw'
import ruby from './samples/verify.rb?raw'

/** Code that verifies a request, by language; the last one sends a signed one. Each runs in a test. */
export const SAMPLES = {
  node: { label: 'Node', text: node },
  python: { label: 'Python', text: python },
  go: { label: 'Go', text: go },
  php: { label: 'PHP', text: php },
  ruby: { label: 'Ruby', text: ruby },
  java: { label: 'Java', text: java },
  curl: { label: 'curl', text: curl },
} as const
export type Language = keyof typeof SAMPLES

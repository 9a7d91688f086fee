import { buildServer } from '../../scripts/prepare.js'

/**
 * Servers and commands of the tests run from `dist-server`, which is made anew where it is not of
 * these sources.
 */
export default function setup() {
  buildServer()
}

declare module '*.po' {
  import type { Messages } from '@lingui/core'

  export const messages: Messages
}

/**
 * The decoder in plain JavaScript; the package's own entry needs WebAssembly. See vite.config.ts.
 */
declare module 'meshoptimizer/reference' {
  export { MeshoptDecoder } from 'meshoptimizer/decoder'
}

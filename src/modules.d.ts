declare module '*.po' {
  import type { Messages } from '@lingui/core'

  export const messages: Messages
}

/** The plain JavaScript decoder; the package's main entry needs WebAssembly. See vite.config.ts. */
declare module 'meshoptimizer/reference' {
  export { MeshoptDecoder } from 'meshoptimizer/decoder'
}

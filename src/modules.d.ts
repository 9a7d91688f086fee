declare module '*.po' {
  import type { Messages } from '@lingui/core'

  export const messages: Messages
}

declare module '@lingui/message-utils/compileMessage?lazy' {
  export { compileMessage } from '@lingui/message-utils/compileMessage'
}

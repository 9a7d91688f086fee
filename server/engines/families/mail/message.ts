import type { Sentence } from '../../kernel/sentence.ts'
/** A mailbox of a header field; either part may be empty. */
export interface Mailbox {
  name: string
  address: string
}

export interface Attachment {
  /** The unchecked name in the message; empty if missing. */
  name: string
  mimeType: string
  bytes: Uint8Array
  /** Without angle brackets; empty if missing. */
  contentId: string
}

/** An e-mail from any file format. All strings are plain text from the file, except `html`. */
export interface Message {
  subject: string
  from: Mailbox[]
  to: Mailbox[]
  cc: Mailbox[]
  bcc: Mailbox[]
  /** The unparsed date with its zone. */
  date: string
  messageId: string
  /** The unsanitized HTML body; null if missing. */
  html: string | null
  text: string | null
  attachments: Attachment[]
  /** Attached messages. */
  messages: Message[]
  /** Warnings about unread content. */
  warnings: Sentence[]
}

/** Maximum nesting of attached messages; deeper ones stay attachments. */
export const MOST_DEPTH = 5
/** Maximum number of messages per file, and of attachments per message. */
export const MOST_MESSAGES = 200
export const MOST_ATTACHMENTS = 2000

/** Counters for reading one file. */
export interface Reading {
  messages: number
}

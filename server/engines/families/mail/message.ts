import type { Sentence } from '../../kernel/sentence.ts'
/** A mailbox as a header names it; either part may be empty. */
export interface Mailbox {
  name: string
  address: string
}

export interface Attachment {
  /** The name that the message gives, unchecked; empty where it gives none. */
  name: string
  mimeType: string
  bytes: Uint8Array
  /** Without angle brackets; empty where the message gives none. */
  contentId: string
}

/**
 * An e-mail, whatever file it came in. All strings are text from the file and not HTML, but for
 * `html`.
 */
export interface Message {
  subject: string
  from: Mailbox[]
  to: Mailbox[]
  cc: Mailbox[]
  bcc: Mailbox[]
  /** As the message writes it, with its zone. */
  date: string
  messageId: string
  /** The body as HTML, as it came; null where there is none. */
  html: string | null
  text: string | null
  attachments: Attachment[]
  /** Messages inside this one. */
  messages: Message[]
  /** What was not read, for a person. */
  warnings: Sentence[]
}

/** Messages inside one another are read to this depth; deeper ones stay attachments. */
export const MOST_DEPTH = 5
/** So many messages of a file are read, and so many attachments of each. */
export const MOST_MESSAGES = 200
export const MOST_ATTACHMENTS = 2000

/** How far the reading of one file has come. */
export interface Reading {
  messages: number
}

import type { Platform, Transaction } from '../../platform.ts'
import { mail } from '../mail-text.ts'
import type { SigningRecipientRow } from '../schema.ts'
import { sendMessage } from '../send-message.ts'
import { senderOf } from '../senders.ts'
import { signingUrl } from './links.ts'
import type { LockedSession } from './locked-session.ts'

const ASKS = { signer: 'sign', approver: 'approve', viewer: 'read', copy: 'read' } as const

/** A date in a mail, with its time zone. */
const dayOf = (at: Date) =>
  `${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`

type Send = Pick<Platform, 'jobs' | 'clock' | 'settings' | 'secrets'>
type Words = Parameters<typeof mail>[0]

const toRecipient = (platform: Send, tx: Transaction, to: SigningRecipientRow, words: Words) =>
  sendMessage(platform, tx, { userId: null, message: { kind: 'mail', to: to.email, ...mail(words) } })

async function toOwner(platform: Send, tx: Transaction, locked: LockedSession, words: Omit<Words, 'link'>) {
  const { userId, email } = await senderOf(tx, locked.session)
  if (!email) return
  const link = {
    label: 'Open the signature request',
    url: `${platform.settings.mailUrl()}/signing/${locked.session.id}`,
  }
  const message = { kind: 'mail', to: email, ...mail({ ...words, link }) } as const
  await sendMessage(platform, tx, { userId, message })
}

/** Mails a recipient that it is their turn, or that they may view. */
export async function mailInvitation(
  platform: Send,
  tx: Transaction,
  locked: LockedSession,
  to: SigningRecipientRow,
) {
  const { name } = await senderOf(tx, locked.session)
  const { title, message, deadlineAt } = locked.session
  const asks = ASKS[to.role]
  await toRecipient(platform, tx, to, {
    subject: `${name} asks you to ${asks} “${title}”`,
    lines: [
      `${name} asks you to ${asks} “${title}”. You need no account.`,
      ...(message ? [message] : []),
      ...(to.message ? [to.message] : []),
      ...(deadlineAt ? [`The deadline is ${dayOf(deadlineAt)}.`] : []),
      'This link is personal. Anyone who has it can act in your name, so don’t forward it.',
    ],
    link: { label: `Open and ${asks}`, url: signingUrl(platform, to) },
  })
}

/** Mails a reminder. */
export async function mailReminder(
  platform: Send,
  tx: Transaction,
  locked: LockedSession,
  to: SigningRecipientRow,
) {
  const { name } = await senderOf(tx, locked.session)
  const { title, deadlineAt } = locked.session
  const asks = ASKS[to.role]
  await toRecipient(platform, tx, to, {
    subject: `Reminder: ${name} asks you to ${asks} “${title}”`,
    lines: [
      `“${title}” is still waiting for you.`,
      ...(deadlineAt ? [`The deadline is ${dayOf(deadlineAt)}.`] : []),
      'If you don’t want to, open it and decline. You won’t be asked again.',
    ],
    link: { label: `Open and ${asks}`, url: signingUrl(platform, to) },
  })
}

/**
 * Mails the outcome to everybody who knows of the session. `about` names the person who ended it,
 * if any.
 */
export async function mailEnd(
  platform: Send,
  tx: Transaction,
  locked: LockedSession,
  end: 'completed' | 'declined' | 'voided' | 'expired',
  about: { name: string; reason: string } | null,
) {
  const { title } = locked.session
  const { name } = await senderOf(tx, locked.session)
  const because = about?.reason ? [`The reason given: ${about.reason}`] : []
  const who = about?.name ?? name
  const said = {
    completed: {
      subject: `“${title}” is completed`,
      lines: [
        `All recipients have signed “${title}”. The sealed document and its certificate are ready.`,
        'Anyone can verify that the file was not changed.',
      ],
    },
    declined: {
      subject: `“${title}” was declined`,
      lines: [`${who} has declined “${title}”. It can no longer be signed.`, ...because],
    },
    voided: {
      subject: `“${title}” was voided`,
      lines: [`${who} voided “${title}”. You don’t need to do anything.`, ...because],
    },
    expired: {
      subject: `“${title}” has expired`,
      lines: [`The deadline of “${title}” passed before all recipients had signed.`],
    },
  }[end]
  for (const one of locked.recipients) {
    const knows = one.invitedAt !== null || end === 'completed'
    if (!knows || one.state === 'delegated') continue
    await toRecipient(platform, tx, one, {
      ...said,
      ...(end === 'completed' && {
        link: { label: 'Download signed PDF', url: signingUrl(platform, one) },
      }),
    })
  }
  const more = end === 'expired' ? ['Set a later deadline to continue.'] : []
  await toOwner(platform, tx, locked, { ...said, lines: [...said.lines, ...more] })
}

/** Mails the owner who acts as a delegate. */
export const mailDelegated = (
  platform: Send,
  tx: Transaction,
  locked: LockedSession,
  from: SigningRecipientRow,
  to: { name: string; email: string },
) =>
  toOwner(platform, tx, locked, {
    subject: `${from.name} delegated “${locked.session.title}”`,
    lines: [`${to.name} (${to.email}) acts in place of ${from.name} now.`],
  })

/** Mails the owner that sealing failed. */
export const mailUnsealed = (platform: Send, tx: Transaction, locked: LockedSession, problem: string) =>
  toOwner(platform, tx, locked, {
    subject: `“${locked.session.title}” is signed, but could not be sealed`,
    lines: [
      `All recipients have signed. The document could not be sealed: ${problem}`,
      'Nothing is lost. Retry from the page of the signature request.',
    ],
  })

/** Mails a code that verifies the address. */
export const mailCode = (
  platform: Send,
  tx: Transaction,
  to: SigningRecipientRow,
  code: string,
  minutes: number,
) =>
  toRecipient(platform, tx, to, {
    subject: `${code} opens the document`,
    code,
    lines: [
      `Enter this code to open the document. It works once and expires in ${minutes} minutes.`,
      'If you didn’t request it, ignore this e-mail. Without the code nobody can open the document in your name.',
    ],
  })

import { randomBytes } from 'node:crypto'
import { EngineFailure } from '../../../kernel/engine.ts'
import { sentence } from '../../../kernel/sentence.ts'
import { damaged } from '../failures.ts'
import { withPdf } from '../pdfium.ts'
import { QpdfError, rewrite } from '../qpdf.ts'
import type { Edited, PdfToolkit, Source } from '../toolkit.ts'

export interface EncryptOptions {
  user_password: string
  owner_password: string
  allow_printing: boolean
  allow_copying: boolean
  allow_changes: boolean
}

/**
 * Encrypts with AES-256. Without a given owner password it is random, so that permissions apply.
 */
export async function encryptPdf(
  toolkit: PdfToolkit,
  source: Source,
  options: EncryptOptions,
): Promise<Edited> {
  const { user_password: user, owner_password: owner } = options
  const free = options.allow_printing && options.allow_copying && options.allow_changes
  if (user === '' && owner === '' && free)
    throw new EngineFailure('option_refused', sentence`Give a password, or forbid something.`)
  if (user !== '' && user === owner)
    throw new EngineFailure(
      'option_refused',
      sentence`The two passwords are the same, so anyone who opens the PDF could remove its restrictions. Choose two different ones.`,
    )
  const bytes = await rewrite(
    toolkit.qpdf,
    [
      '--encrypt',
      `--user-password=${user}`,
      `--owner-password=${owner || randomBytes(24).toString('base64url')}`,
      '--bits=256',
      `--print=${options.allow_printing ? 'full' : 'none'}`,
      `--extract=${options.allow_copying ? 'y' : 'n'}`,
      `--modify=${options.allow_changes ? 'all' : 'none'}`,
      '--',
      '/source.pdf',
      '/result.pdf',
    ],
    { 'source.pdf': source.bytes },
  )
  if (user !== '' && opens(toolkit, bytes, '')) {
    throw new EngineFailure(
      'output_wrong',
      sentence`The password did not take: the result opens without it. Try another password.`,
    )
  }
  return { bytes, pages: source.pages, warnings: [], password: user }
}

/** Removes password and permissions. Takes the original file, since no other tool can open it. */
export async function decryptPdf(
  toolkit: PdfToolkit,
  original: Uint8Array,
  { password }: { password: string },
): Promise<Edited> {
  const { pages, encrypted } = withPdf(
    toolkit,
    original,
    (document) => ({ pages: document.pages, encrypted: toolkit.pdfium.EPDF_IsEncrypted(document.handle) }),
    password,
  )
  if (!encrypted)
    throw new EngineFailure(
      'option_refused',
      sentence`The PDF has no password and no restrictions to remove.`,
    )
  try {
    const bytes = await rewrite(
      toolkit.qpdf,
      [`--password=${password}`, '--decrypt', '/source.pdf', '/result.pdf'],
      { 'source.pdf': original },
    )
    return { bytes, pages, warnings: [] }
  } catch (error) {
    if (error instanceof QpdfError) throw damaged()
    throw error
  }
}

function opens(toolkit: PdfToolkit, bytes: Uint8Array, password: string): boolean {
  try {
    return withPdf(toolkit, bytes, () => true, password)
  } catch {
    return false
  }
}

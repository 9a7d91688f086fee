import { useLingui } from '@lingui/react/macro'
import type { Tone } from '../../ui/badge.tsx'
import type { FileReport, SignatureReport, Verdict, Why } from './report.ts'
import { isOwn, type OwnSeal } from './use-own-seal.ts'

export const TONES: Record<Verdict, Tone> = { whole: 'ok', added: 'warn', changed: 'bad', unclear: 'warn' }

/** The texts of a verdict, which must not claim more than was verified. */
export function useVerdictLabels() {
  const { t } = useLingui()
  const word: Record<Verdict, string> = {
    whole: t`Unchanged`,
    added: t`Content added`,
    changed: t`Changed`,
    unclear: t`Can’t be verified`,
  }
  const why: Record<Why, string> = {
    digest: t`The file’s contents differ from what was signed.`,
    signature: t`The signature doesn’t match the key that it names.`,
    certificate: t`The certificate isn’t the one used for signing.`,
    form: t`The signature’s place in the file is invalid: part of the file would be unsigned.`,
    contents: t`The signature data is damaged or isn’t a signature.`,
    kind: t`This page doesn’t support this type of signature.`,
    weak: t`The signature uses an outdated algorithm that can be forged.`,
  }
  const lead = (signatures: readonly SignatureReport[], verdict: Verdict, seal: OwnSeal): string => {
    switch (verdict) {
      case 'whole':
        return signatures.every((one) => isOwn(seal, one) === false)
          ? t`The file hasn’t changed since it was signed. This server can’t confirm the signer’s identity.`
          : signatures.length > 1
            ? t`The file hasn’t changed since it was last signed.`
            : t`The file hasn’t changed since it was signed.`
      case 'added':
        return signatures.some((one) => one.verdict === 'whole')
          ? t`The signed content is intact, but another signer added content later. The document may show different text than what was signed first.`
          : t`The signed content is intact, but unsigned content was added later. The document may show different text than what was signed.`
      case 'changed':
        return t`The file or one of its signatures was changed. Don’t rely on it.`
      case 'unclear':
        return t`Whether the file matches what was signed can’t be verified.`
    }
  }
  const other = (kind: Exclude<FileReport['kind'], 'signed'>): { title: string; text: string } => {
    switch (kind) {
      case 'not-pdf':
        return {
          title: t`Not a PDF`,
          text: t`Only PDFs are checked for signatures. Choose the signed PDF.`,
        }
      case 'damaged':
        return {
          title: t`Damaged`,
          text: t`The file is incomplete and contains no signature. Download it again.`,
        }
      case 'unsigned':
        return {
          title: t`No signature found`,
          text: t`The PDF has no signature that can be verified, or it was removed. Whether the PDF was changed can’t be determined.`,
        }
    }
  }
  return { word, why, lead, other }
}

import { useLingui } from '@lingui/react/macro'
import type { Tone } from '../../ui/badge.tsx'
import type { FileReport, SignatureReport, Verdict, Why } from './report.ts'
import { isOwn, type OwnSeal } from './use-own-seal.ts'

export const TONES: Record<Verdict, Tone> = { whole: 'ok', added: 'warn', changed: 'bad', unclear: 'warn' }

/** What is said of a file and of a signature: words that mean the same to everybody, and nothing that is not known. */
export function useVerdictWords() {
  const { t } = useLingui()
  const word: Record<Verdict, string> = {
    whole: t`Unchanged`,
    added: t`Added to`,
    changed: t`Changed`,
    unclear: t`Cannot be told`,
  }
  const why: Record<Why, string> = {
    digest: t`What is in the file is not what was signed.`,
    signature: t`The signature was not made with the key that it names.`,
    certificate: t`The certificate is not the one that it was signed with.`,
    form: t`The signature does not stand in the file as it must: part of the file would go unsigned.`,
    contents: t`What stands in the signature’s place is damaged, or is no signature.`,
    kind: t`It is of a kind that this page does not know.`,
    weak: t`It was signed in a way that can be forged today.`,
  }
  const lead = (signatures: readonly SignatureReport[], verdict: Verdict, seal: OwnSeal): string => {
    switch (verdict) {
      case 'whole':
        return signatures.every((one) => isOwn(seal, one) === false)
          ? t`Nothing in the file has changed since it was signed. Whether whoever signed it is who they say, this instance does not know.`
          : signatures.length > 1
            ? t`Nothing in the file has changed since it was last signed.`
            : t`Nothing in the file has changed since it was signed.`
      case 'added':
        return signatures.some((one) => one.verdict === 'whole')
          ? t`What was signed is all there. More was written behind it later, and somebody else signed that: it may show other words than those that were signed first.`
          : t`What was signed is all there. Something was written behind it later, which no signature covers: it may show other words than those that were signed.`
      case 'changed':
        return t`The file, or a signature in it, is not what it was. Do not rely on it.`
      case 'unclear':
        return t`Whether the file is what was signed cannot be told.`
    }
  }
  const other = (kind: Exclude<FileReport['kind'], 'signed'>): { title: string; text: string } => {
    switch (kind) {
      case 'not-pdf':
        return {
          title: t`Not a PDF`,
          text: t`Signatures are looked for in PDFs. Choose the signed PDF itself.`,
        }
      case 'damaged':
        return {
          title: t`Damaged`,
          text: t`The file begins like a PDF and ends early, and no signature is left in it. Fetch it once more.`,
        }
      case 'unsigned':
        return {
          title: t`No signature in it`,
          text: t`The PDF was not signed in a way that can be verified, or its signature was taken out. Whether it was changed cannot be told.`,
        }
    }
  }
  return { word, why, lead, other }
}

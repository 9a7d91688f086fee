import { Trans } from '@lingui/react/macro'
import { createPortal } from 'react-dom'
import type { BackupCodes } from '../../../api/mfa.ts'
import { inColumns } from './codes-text.ts'
import { useWhen } from './use-when.ts'

type PrintedCodesProps = { title: string; username: string; codes: BackupCodes }

/** The print view: the codes, their account, and their expiry. */
export function PrintedCodes({ title, username, codes }: PrintedCodesProps) {
  const { day } = useWhen()
  const made = day(codes.generated_at)
  const end = day(codes.expires_at)
  return createPortal(
    <section className="printed">
      <h1 className="title text-title">{title}</h1>
      <p>
        {location.host}, {username}
      </p>
      <p>
        <Trans>
          Created on {made}, valid until {end}. Each code works once.
        </Trans>
      </p>
      <table className="mono mt-6 text-lead">
        <tbody>
          {inColumns(codes.codes).map(([left, right]) => (
            <tr key={left}>
              <td className="py-1 pe-16">{left}</td>
              <td className="py-1">{right}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  )
}

import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { FileSpreadsheetIcon } from 'lucide-react'
import { useState } from 'react'
import type { Role } from '../../../../../contract/permissions.ts'
import { useImportMembers } from '../../../../api/business-users.ts'
import type { Business } from '../../../../api/businesses.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../../ui/dialog.tsx'
import { DropZone } from '../../../../ui/drop-zone.tsx'
import { Field } from '../../../../ui/field.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { ProblemLine } from '../../../problems/index.ts'
import { ImportPreview } from './import-preview.tsx'
import { assignableBy } from './ranks.ts'
import { RoleSelect } from './role-select.tsx'

/**
 * The server first returns what each line of a CSV file would do (dry run); then the same file is
 * sent again and applied.
 */
export default function ImportDialog({ business, onClose }: { business: Business; onClose: () => void }) {
  const { t } = useLingui()
  const roles = assignableBy(business)
  const [file, setFile] = useState<File | null>(null)
  const [role, setRole] = useState<Role>(roles.includes('employee') ? 'employee' : (roles[0] ?? 'viewer'))
  const preview = useImportMembers(business.business_id)
  const run = useImportMembers(business.business_id)
  const plan = preview.data
  const acts = plan ? plan.invited + plan.changed : 0

  function readPeople(next: File, as: Role) {
    setFile(next)
    run.reset()
    preview.mutate({ file: next, role: as, dryRun: true })
  }
  function start() {
    if (!file) return
    run.mutate(
      { file, role, dryRun: false },
      {
        onSuccess: ({ invited, changed }) => {
          const sent = t({
            message: plural(invited, { one: '# invitation sent.', other: '# invitations sent.' }),
          })
          const roles = t({
            message: plural(changed, { one: '# role changed.', other: '# roles changed.' }),
          })
          showToast({ text: changed > 0 ? `${sent} ${roles}` : sent })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t`Import members`}
      description={t`A CSV file with email and role columns, or only e-mail addresses. Up to 5,000 lines.`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button
            variant="primary"
            disabled={!plan || acts === 0}
            reason={plan ? t`Nothing to import. No line adds or changes a member.` : t`Choose a file first.`}
            working={run.isPending}
            verb={t`Importing`}
            onClick={start}
          >
            {plan && acts > 0
              ? t({ message: plural(acts, { one: 'Import # line', other: 'Import # lines' }) })
              : t`Import`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <DropZone
          label={t`CSV file`}
          hint={t`Drop to read file`}
          accept=".csv,.txt,.tsv,text/csv"
          multiple={false}
          onFiles={([next]) => next && readPeople(next, role)}
          className="rounded-control border border-dashed border-control"
        >
          {(open) => (
            <div className="flex flex-wrap items-center gap-3 bg-canvas px-4 py-3">
              <FileSpreadsheetIcon className="text-ink-soft" />
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                {file ? <span translate="no">{file.name}</span> : t`Drop a CSV file here`}
              </span>
              <Button size={28} onClick={open}>
                {file ? t`Choose another file` : t`Browse`}
              </Button>
            </div>
          )}
        </DropZone>
        <Field label={t`Role if none is given`}>
          <RoleSelect
            roles={roles}
            value={role}
            onChange={(next) => {
              setRole(next)
              if (file) readPeople(file, next)
            }}
          />
        </Field>
        {preview.isPending && <p role="status" className="text-ink-soft">{t`Reading file`}</p>}
        {plan && !preview.isPending && <ImportPreview plan={plan} />}
        <ProblemLine error={preview.error ?? run.error} />
      </div>
    </Dialog>
  )
}

import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { show } from './testing.tsx'

function Example({ onConfirm, typeName }: { onConfirm: () => void; typeName?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Remove…
      </button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Remove 3 files?"
        keep="Keep"
        act="Remove 3 files"
        verb="Removing"
        working={false}
        typeName={typeName}
        onConfirm={onConfirm}
      >
        The results and the originals go at once.
      </ConfirmDialog>
    </>
  )
}

test('the focus is on the safe button, and comes back', async () => {
  const { user } = show(<Example onConfirm={() => {}} />)
  await user.click(screen.getByRole('button', { name: 'Remove…' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove 3 files?' })
  expect(dialog).toHaveAccessibleDescription('The results and the originals go at once.')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove…' })).toHaveFocus())
})

test('the red button waits for the name', async () => {
  const confirm = vi.fn()
  const { user } = show(<Example onConfirm={confirm} typeName="Harbour & Co" />)
  await user.click(screen.getByRole('button', { name: 'Remove…' }))
  const act = await screen.findByRole('button', { name: 'Remove 3 files' })
  expect(act).toBeDisabled()
  await user.type(screen.getByLabelText('Type Harbour & Co to continue'), 'Harbour & Co')
  await user.click(act)
  expect(confirm).toHaveBeenCalledOnce()
})

import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { withApp } from '../../../../tests/component/app.tsx'
import { actFor, forgetActing, useActing } from '../../../stores/acting.ts'

const { open, signIn, db } = withApp({ width: 100 })
afterEach(forgetActing)

const harbour = () => db.businesses.businesses.find(({ name }) => name === 'Harbour & Co')!

describe('the account of a tab', () => {
  it('is the person again, with the page drawn anew, where they are no member', async () => {
    signIn()
    actFor('biz_0000000000000000')
    open('/storage')
    expect(await screen.findByText(/You’re not an active member of that business/)).toBeInTheDocument()
    expect(useActing.getState().id).toBeNull()
    await waitFor(() => expect(screen.getByRole('table', { name: 'Files' })).toHaveTextContent('Lease'))
  })

  it('is the business that the address names, and says who made its files', async () => {
    signIn()
    const { publicId } = harbour()
    open(`/storage?business=${publicId}`)
    await waitFor(() => expect(useActing.getState().id).toBe(publicId))
    expect((await screen.findAllByText(/^by /)).length).toBeGreaterThan(0)
  })
})

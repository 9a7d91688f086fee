import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { resetDb } from '../../tests/mock-api/db.ts'
import { setStepsHidden, useOverviewChoices } from '../stores/overview-choices.ts'

const { open, signIn, db } = withApp({ width: 100 })
afterEach(() => {
  localStorage.clear()
  useOverviewChoices.setState({ dismissed: [], stepsHidden: false })
})

const panel = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name })
  return within(heading.closest('section') as HTMLElement)
}
const failed = () => db.conversions.map(({ conversion }) => conversion).filter(({ error }) => error !== null)

describe('the first day', () => {
  it('shows samples, steps and the plan, and no empty chart', async () => {
    resetDb(db, { conversions: 0 })
    signIn()
    open('/')
    expect((await panel('Try a sample')).getAllByRole('listitem')).toHaveLength(3)
    const steps = await panel('Next steps')
    await waitFor(() =>
      expect(steps.getByRole('link', { name: 'Create link' })).toHaveAttribute('href', '/shares?new=1'),
    )
    expect(steps.getByRole('button', { name: 'Choose a file' })).toBeInTheDocument()
    expect(steps.getByRole('link', { name: 'New request' })).toHaveAttribute('href', '/signing/new')
    expect(steps.getByText(/^1 of 4$|^0 of 4$/)).toBeInTheDocument()
    expect((await panel('Your plan')).getByText('Results kept for').nextSibling).toHaveTextContent('7 days')
    expect(screen.queryByRole('heading', { name: 'Conversions' })).toBeNull()
    expect(screen.queryByRole('meter')).toBeNull()
  })

  it('converts a sample for free, and keeps its result in place', async () => {
    resetDb(db, { conversions: 0 })
    signIn()
    const { user } = open('/')
    const samples = await panel('Try a sample')
    const [photo] = samples.getAllByRole('listitem')
    await user.click(within(photo as HTMLElement).getByRole('button', { name: 'Convert sample' }))
    const result = await within(photo as HTMLElement).findByRole('link', { name: 'Open result' })
    const [{ conversion }] = db.conversions as [(typeof db.conversions)[number]]
    expect(result).toHaveAttribute('href', `/history/${conversion.conversion_id}#result`)
    expect(conversion).toMatchObject({ filename: 'harbor.jpg', target_format: 'avif', credits_charged: 0 })
    expect(screen.queryByRole('heading', { name: 'Conversions' })).toBeNull()
  })

  it('hides the steps when asked, and remembers it', async () => {
    resetDb(db, { conversions: 0 })
    signIn()
    const { user } = open('/')
    await user.click((await panel('Next steps')).getByRole('button', { name: 'Hide' }))
    expect(screen.queryByRole('heading', { name: 'Next steps' })).toBeNull()
    expect(localStorage.getItem('first-steps')).toBe('hidden')
    setStepsHidden(false)
    expect(localStorage.getItem('first-steps')).toBeNull()
  })
})

describe('the attention list', () => {
  it('comes with chart and meters, once something was converted', async () => {
    signIn()
    open('/')
    expect(await screen.findByRole('heading', { name: 'Conversions' })).toBeInTheDocument()
    expect(await screen.findByRole('meter', { name: 'Credits' })).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Try a sample' })).toBeNull()
  })

  it('leaves out what has expired, and what was dismissed, also after a reload', async () => {
    signIn()
    const [first, second] = failed() as [ReturnType<typeof failed>[number], ReturnType<typeof failed>[number]]
    first.filename = 'dismissed.docx'
    second.filename = 'expired.docx'
    second.s3_key = null
    const { user, unmount } = open('/')
    const list = await panel('Needs attention')
    const dismiss = await list.findByRole('button', { name: 'Dismiss dismissed.docx' })
    const place = () => list.getAllByRole('listitem').findIndex((row) => row.contains(document.activeElement))
    expect(list.queryByRole('button', { name: 'Dismiss expired.docx' })).toBeNull()
    dismiss.focus()
    const before = place()
    await user.click(dismiss)
    expect(list.queryByText('dismissed.docx', { exact: false })).toBeNull()
    await waitFor(() => expect(place(), 'the row that took its place has the focus').toBe(before))
    unmount()
    open('/')
    const again = await panel('Needs attention')
    await again.findAllByRole('button', { name: /^Dismiss / })
    expect(again.queryByRole('button', { name: 'Dismiss dismissed.docx' })).toBeNull()
  })

  it('retries what the service was at fault for, and dismisses it once it runs', async () => {
    signIn()
    const [first] = failed() as [ReturnType<typeof failed>[number]]
    first.error = { code: 'engine_failed', message: 'The engine ended.', message_id: '', message_values: [] }
    const count = db.conversions.length
    const { user } = open('/')
    const list = await panel('Needs attention')
    await user.click(await list.findByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(db.conversions).toHaveLength(count + 1))
    expect(db.conversions[0]?.conversion).toMatchObject({
      source_format: first.source_format,
      target_format: first.target_format,
    })
    await waitFor(() => expect(useOverviewChoices.getState().dismissed).toContain(first.conversion_id))
  })

  it('offers another file in place of a damaged one, with the same target', async () => {
    signIn()
    const [first, ...others] = failed() as [ReturnType<typeof failed>[number]]
    for (const { error } of others as (typeof first)[]) if (error) error.code = 'cancelled'
    first.error = { code: 'source_damaged', message: 'It ends early.', message_id: '', message_values: [] }
    const { user } = open('/')
    const list = await panel('Needs attention')
    const input = await list.findByLabelText(`Replacement for ${first.filename}`)
    expect(list.queryByRole('button', { name: 'Retry' })).toBeNull()
    const count = db.conversions.length
    const name = `whole.${first.source_format}`
    await user.upload(input, new File(['whole'], name))
    await waitFor(() => expect(db.conversions).toHaveLength(count + 1))
    expect(db.conversions[0]?.conversion).toMatchObject({
      filename: name,
      target_format: first.target_format,
    })
  })
})

describe('recent conversions', () => {
  it('have the time of today', async () => {
    signIn()
    open('/')
    const recent = await panel('Recent')
    const [time] = await recent.findAllByText(/^\d\d:\d\d$|^\d+ \w+$/)
    expect(time?.closest('time')).toHaveAttribute('dateTime', db.conversions[0]?.conversion.created_at)
  })
})

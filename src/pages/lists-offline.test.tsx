import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { sessionQuery } from '../api/account.ts'
import { queryClient } from '../api/query-client.ts'

const { open, signIn } = withApp()
afterEach(() => onlineManager.setOnline(true))

const rows = () => screen.queryAllByRole('row').length
const BEFORE = 'You’re offline. The saved list is shown, not search results.'

describe.each([
  ['/history', 'Search history'],
  ['/storage', 'Search storage'],
  ['/shares', 'Search links'],
  ['/pipelines', 'Search pipelines'],
  ['/signing', 'Search signature requests'],
])('%s without a network', (path, search) => {
  it('says that the list is the one from before, until there is one', async () => {
    signIn()
    const { user } = open(path)
    const box = await screen.findByRole('searchbox', { name: search })
    await waitFor(() => expect(rows()).toBeGreaterThan(2))
    const before = rows()
    onlineManager.setOnline(false)
    await user.type(box, 'zeppelin')
    expect(await screen.findByText(BEFORE)).toBeInTheDocument()
    expect(rows()).toBe(before)
    onlineManager.setOnline(true)
    expect(await screen.findByText('No matches')).toBeInTheDocument()
    expect(screen.queryByText(BEFORE)).toBeNull()
  })

  it('says that the list comes later, where there is none yet', async () => {
    signIn()
    await queryClient.fetchQuery(sessionQuery)
    onlineManager.setOnline(false)
    open(path)
    expect(await screen.findByText('You’re offline. This loads when you reconnect.')).toBeInTheDocument()
    onlineManager.setOnline(true)
    await waitFor(() => expect(rows()).toBeGreaterThan(2))
  })
})

it('says that the runs are not those of the pipeline that was chosen', async () => {
  signIn()
  const { user } = open('/pipelines?tab=runs')
  await user.click(await screen.findByRole('button', { name: 'Pipeline' }))
  const choice = await screen.findByRole('menuitemcheckbox', { name: 'Stamp and protect' })
  onlineManager.setOnline(false)
  await user.click(choice)
  expect(await screen.findByText(BEFORE)).toBeInTheDocument()
  onlineManager.setOnline(true)
  await waitFor(() => expect(screen.queryByText(BEFORE)).toBeNull())
})

import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../ui/testing.tsx'
import { ToolBar } from './tool-bar.tsx'
import { TOOLBARS, TOOLS, type ToolbarLayout } from './tools.ts'

const nothing = () => {}
const names = () =>
  within(screen.getByRole('toolbar', { name: 'Tools' }))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))

test.each(Object.keys(TOOLBARS) as ToolbarLayout[])('%s: every tool is there once', (layout) => {
  const tools = TOOLBARS[layout].flatMap((entry) =>
    entry === 'line' ? [] : typeof entry === 'string' ? [entry] : entry.tools,
  )
  expect(tools.toSorted()).toEqual(Object.keys(TOOLS).toSorted())
})

test('with room for words each tool has its own; with less, some fold into Annotate', () => {
  const { rerender } = show(<ToolBar tool="select" onTool={nothing} disabled={false} layout="words" />)
  for (const name of ['Select', 'Fill', 'Text', 'Highlight', 'Draw', 'Shape', 'Stamp', 'Redact', 'Pages'])
    expect(screen.getByRole('button', { name }).textContent).toBe(name)
  rerender(<ToolBar tool="select" onTool={nothing} disabled={false} layout="folded" />)
  expect(names()).toEqual(['Select', 'Fill', 'Highlight', 'Annotate', 'Redact', 'Pages'])
  rerender(<ToolBar tool="select" onTool={nothing} disabled={false} layout="icons" />)
  expect(screen.getByRole('button', { name: 'Redact' }).textContent).toBe('')
})

test('a tool that is folded is chosen from the menu, and named on its button', async () => {
  const onTool = vi.fn()
  const { user, rerender } = show(<ToolBar tool="select" onTool={onTool} disabled={false} layout="folded" />)
  await user.click(screen.getByRole('button', { name: 'Annotate' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Stamp' }))
  expect(onTool).toHaveBeenCalledExactlyOnceWith('stamp')
  rerender(<ToolBar tool="stamp" onTool={onTool} disabled={false} layout="folded" />)
  expect(screen.getByRole('button', { name: 'Annotate: Stamp' }).textContent).toBe('Stamp')
})

test('it is one tab stop, and arrow keys move around its ends', async () => {
  const { user } = show(<ToolBar tool="fill" onTool={nothing} disabled={false} layout="icons" />)
  await user.tab()
  expect(screen.getByRole('button', { name: 'Fill' })).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('button', { name: 'Text' })).toHaveFocus()
  await user.keyboard('{Home}{ArrowLeft}')
  expect(screen.getByRole('button', { name: 'Pages' })).toHaveFocus()
  await user.tab()
  expect(document.body).toHaveFocus()
})

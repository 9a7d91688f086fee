import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { forgetFiles } from '../features/convert/queue/index.ts'

const { db, open, signIn } = withApp({ width: 80 })
afterEach(forgetFiles)

/** jsdom cannot decode images; all have this size. */
beforeEach(() => {
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(4000)
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(3000)
})

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const image = (name: string) => new File([PNG], name)
const row = (name: string) => screen.findByRole('article', { name })

async function options(user: ReturnType<typeof open>['user'], name: string) {
  await user.click(within(await row(name)).getByRole('button', { name: 'Options' }))
  return within(await screen.findByRole('dialog', { name: `Options for ${name}` }))
}

async function add(user: ReturnType<typeof open>['user'], ...files: File[]) {
  await screen.findByRole('heading', { name: 'Convert' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, files)
}

describe('the options of an image', () => {
  it('are grouped, with the usual sizes, and what is rare is closed with what it holds', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, image('photo.png'))
    await waitFor(async () => expect(await row('photo.png')).toHaveTextContent('4,000 × 3,000'))
    const form = await options(user, 'photo.png')
    for (const name of ['Crop', 'Size', 'Quality', 'Metadata'])
      expect(form.getByRole('region', { name })).toBeInTheDocument()
    expect(form.getByText('fit and background')).toBeInTheDocument()
    await user.click(form.getByRole('radio', { name: '1920' }))
    expect(form.getByLabelText('Width')).toHaveValue(1920)
    // The derived height is shown, and not sent.
    expect(form.getByLabelText('Height')).toHaveValue(null)
    expect(form.getByText('Becomes 1,920 by 1,440 pixels')).toBeInTheDocument()
    await user.click(form.getByRole('button', { name: /^Apply↵/ }))
    await waitFor(async () => expect(await row('photo.png')).toHaveTextContent('Width 1920'))
  })

  it('crops by keys and in typed pixels, and sends the crop', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, image('photo.png'))
    await waitFor(async () => expect(await row('photo.png')).toHaveTextContent('4,000 × 3,000'))
    const form = await options(user, 'photo.png')
    const typed = form.getByLabelText('Crop width')
    await user.clear(typed)
    await user.type(typed, '2000')
    await user.tab()
    form.getByRole('group', { name: /^Crop frame, 2000 by 3000 pixels/ }).focus()
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}{ArrowRight}')
    expect(form.getByLabelText('Crop X')).toHaveValue(11)
    await user.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}')
    expect(form.getByLabelText('Crop height')).toHaveValue(2990)
    await user.click(form.getByRole('radio', { name: '1:1' }))
    expect(form.getByLabelText('Crop height')).toHaveValue(2000)
    await user.click(form.getByRole('button', { name: /^Apply↵/ }))
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(db.conversions[0]?.conversion.filename).toBe('photo.png'))
    expect(db.conversions[0]?.conversion.options).toMatchObject({ crop_x: 11, crop_width: 2000 })
  })

  it('moves the focal point of an image that is cut to a size, and centers it again', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, image('photo.png'))
    await waitFor(async () => expect(await row('photo.png')).toHaveTextContent('4,000 × 3,000'))
    const form = await options(user, 'photo.png')
    expect(form.queryByRole('slider', { name: 'Focal point' })).toBeNull()
    await user.type(form.getByLabelText('Width'), '600')
    await user.type(form.getByLabelText('Height'), '600')
    await user.click(form.getByRole('combobox', { name: 'Fit' }))
    await user.click(await screen.findByRole('option', { name: 'Cover' }))
    const point = form.getByRole('slider', { name: 'Focal point' })
    expect(point).toHaveAttribute('aria-valuetext', '50% from the left, 50% from the top')
    const kept = document.querySelector<HTMLElement>('[data-kept]')!
    expect(kept.style).toMatchObject({ left: '12.5%', width: '75%', height: '100%' })
    expect(form.queryByRole('button', { name: 'Center' })).toBeNull()
    point.focus()
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}{ArrowLeft}{ArrowDown}')
    expect(point).toHaveAttribute('aria-valuetext', '39% from the left, 51% from the top')
    expect(kept.style.left).toBe('1.5%')
    await user.click(form.getByRole('button', { name: 'Center' }))
    expect(point).toHaveAttribute('aria-valuetext', '50% from the left, 50% from the top')
    point.focus()
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    await user.click(form.getByRole('button', { name: /^Apply↵/ }))
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(db.conversions[0]?.conversion.filename).toBe('photo.png'))
    expect(db.conversions[0]?.conversion.options).toMatchObject({ fit: 'cover', focal_x: 40 })
    expect(db.conversions[0]?.conversion.options).not.toHaveProperty('focal_y')
  })

  it('are applied to all that are alike with one press', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, image('one.png'), image('two.png'), new File(['hello'], 'notes.md'))
    await waitFor(async () => expect(await row('two.png')).toHaveTextContent('4,000 × 3,000'))
    const form = await options(user, 'one.png')
    await user.click(form.getByRole('radio', { name: '1280' }))
    await user.click(form.getByRole('button', { name: 'Apply to 2 files' }))
    for (const name of ['one.png', 'two.png'])
      await waitFor(async () => expect(await row(name)).toHaveTextContent('Width 1280'))
    expect(await row('notes.md')).not.toHaveTextContent('1280')
  })

  it('that were left without Apply do not come back', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, image('photo.png'))
    await waitFor(async () => expect(await row('photo.png')).toHaveTextContent('4,000 × 3,000'))
    const form = await options(user, 'photo.png')
    await user.click(form.getByRole('radio', { name: '1280' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await options(user, 'photo.png')).getByRole('radio', { name: 'Original' })).toBeChecked()
  })
})

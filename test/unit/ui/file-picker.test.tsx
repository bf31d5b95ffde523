// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, expect, it, vi} from 'vitest'
import {closePage, choose, openNew, press} from './page'

afterEach(closePage)

const pickFile = (file: File) => fireEvent.change(screen.getByLabelText('Choose file'), {target: {files: [file]}})
const openWithFile = async () => {
  await openNew('Redirect')
  choose('Destination type', 'Picked file or mock')
  pickFile(new File(['let a'], 'a.js', {type: 'text/javascript'}))
  await screen.findByText('a.js')
}

it('a file that is too large is rejected unread with an alert; the old one stays', async () => {
  await openWithFile()
  const huge = new File([''], `${'n'.repeat(200)}.js`)
  vi.spyOn(huge, 'size', 'get').mockReturnValue(700 * 1024 * 1024)
  // Chrome resolves an empty text for a file that does not fit into memory.
  const read = vi.spyOn(huge, 'text').mockResolvedValue('')
  pickFile(huge)
  const alert = await waitFor(() => screen.getByText(/^n+… is larger than 2 MB, the most that Chrome allows\.$/))
  expect(alert.closest('[role=alert]')).toBeTruthy()
  expect(screen.getByLabelText('Choose file').getAttribute('aria-invalid')).toBe('true')
  expect(read).not.toHaveBeenCalled()
  expect(screen.getByText('a.js').getAttribute('title')).toBe('a.js')
  pickFile(new File(['let b'], 'b.js'))
  await screen.findByText('b.js')
  expect(screen.getByLabelText('Choose file').hasAttribute('aria-invalid')).toBe(false)
})

it('a binary file is rejected at its field', async () => {
  await openWithFile()
  pickFile(new File([new Uint8Array([0x89, 0x50, 0xff, 0xfe])], 'photo.png', {type: 'image/png'}))
  const alert = await screen.findByText('photo.png is not a text file. A rule can only hold text.')
  expect(screen.getByLabelText('Choose file').getAttribute('aria-describedby')).toContain(alert.id)
})

it('a file restored by Undo into a rule with a URL is shown and can be removed', async () => {
  await openWithFile()
  press('Remove a.js')
  choose('Destination type', 'URL')
  press('Undo')
  await screen.findByText('a.js')
  press('Remove a.js')
  await waitFor(() => expect(screen.getByLabelText('Destination')).toBeTruthy())
})

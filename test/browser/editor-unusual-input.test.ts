import {ask} from './ask'
import {expect, make, where} from './fixtures'
import {condition, field, openForm, save} from './form'
import {test} from './shared'

test('a body of two megabytes is stored, as a draft and as a rule', async ({options}) => {
  const body = `[\n${Array.from({length: 2_000}, (_, index) => `  "${index} ${'x'.repeat(1_000)}"`).join(',\n')}\n]`
  await openForm(options, 'Response')
  await field(condition(options), 'Source value').fill('shop.test')
  // As pasted: `fill` types, which takes Chromium long.
  const editor = options.getByRole('textbox', {name: 'Response body'})
  await expect(editor).toHaveAttribute('contenteditable')
  await editor.evaluate((element, text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}))
  }, body)
  await expect(options.getByText(/^(1\.9|2) MB of 2 MB$/)).toBeVisible()
  await options.getByRole('link', {name: 'Back to rules'}).click()
  await options.reload()
  await openForm(options, 'Response')
  await expect(options.getByText(/^Unsaved changes from/)).toBeVisible()
  await save(options)
  const {rules} = await ask(options, 'library.read', {})
  expect(rules[0]?.rule?.pairs[0]).toMatchObject({value: body})
})

test('Save scrolls to the condition with an error', async ({options}) => {
  await options.setViewportSize({width: 1280, height: 800})
  const pairs = Array.from({length: 50}, (_, index) => ({source: where('host', 'Equals', `a${index}.test`)}))
  const id = await make(options, 'Cancel', pairs)
  await options.bringToFront()
  await options.evaluate(hash => {
    location.hash = hash
  }, `#/rules/${id}`)
  await expect(options.getByRole('group', {name: /^Condition/})).toHaveCount(50)
  const value = field(condition(options, 41), 'Source value')
  await value.fill('')
  await field(options, 'Name').focus()
  // As far down as it is still in sight.
  await value.evaluate(each => {
    const list = each.closest('.conditions')
    list?.scrollBy(0, each.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom)
  })
  await options.keyboard.press('Control+s')
  await expect(value).toBeFocused()
  await expect(value).toBeInViewport({ratio: 1})
  await expect(condition(options, 41).getByText('Enter the text to match.')).toBeInViewport({ratio: 1})
})

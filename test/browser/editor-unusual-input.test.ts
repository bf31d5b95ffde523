import {ask} from './ask'
import {expect, make, where} from './fixtures'
import {condition, field, openForm, save} from './form'
import {test} from './shared'

const markup = '<img src=x onerror=alert(1)>"\'&amp;</textarea>'
const rightToLeft = 'كلمة السر للخادم التجريبي ‮gnp.exe'
const long = 'Longest name there is '.repeat(10).slice(0, 200)

test('any text is saved as typed, is never executed and never overflows', async ({options}) => {
  await options.setViewportSize({width: 320, height: 640})
  for (const name of [markup, rightToLeft, long]) {
    await openForm(options, 'Headers')
    await field(options, 'Name').fill(name)
    await field(options, 'Description').fill(name)
    await field(condition(options), 'Source value').fill(name)
    await field(condition(options), 'Header').fill('X-Test')
    await field(condition(options), 'Value').fill(name)
    expect(
      await options.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0)
    await save(options)
  }
  const {rules} = await ask(options, 'library.read', {})
  const said = rules.map(({rule}) => [rule?.name, rule?.description, rule?.pairs[0]?.source?.value])
  expect(said).toEqual([markup, rightToLeft, long].map(name => [name, name, name]))
})

test('an invalid delay is kept, shows an error, and Ctrl Z reverts it', async ({options}) => {
  await openForm(options, 'Delay')
  const delay = field(options, 'Delay')
  await delay.focus()
  await options.keyboard.press('Control+a')
  await options.keyboard.type('2500')
  await options.keyboard.type('x')
  await expect(delay).toHaveValue('2500x')
  await options.keyboard.press('Tab')
  await expect(delay).toHaveAccessibleDescription('Enter a whole number of milliseconds from 0 to 600,000.')
  await delay.focus()
  await options.keyboard.press('Control+z')
  await expect(delay).not.toHaveValue(/x/)
  for (const wrong of ['1500ms', '1.5', '-5', '1e3', 'abc', '１００']) {
    await delay.press('Control+a')
    await options.keyboard.type(wrong)
    await expect(delay).toHaveValue(wrong)
    await expect(delay).toHaveAttribute('aria-invalid', 'true')
  }
  await delay.fill('')
  await expect(delay).toHaveAttribute('aria-invalid', 'true')
  await options.getByRole('button', {name: '3,000'}).click()
  await expect(delay).toHaveValue('3000')
})

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

test('fifty conditions are shown, written in, moved and saved', async ({options}) => {
  const pairs = Array.from({length: 50}, (_, index) => ({
    source: where('host', 'Equals', `a${index}.test`),
    delay: index,
  }))
  const id = await make(options, 'Delay', pairs)
  await options.bringToFront()
  await options.evaluate(hash => {
    location.hash = hash
  }, `#/rules/${id}`)
  await expect(options.getByRole('group', {name: /^Condition/})).toHaveCount(50)
  await field(condition(options, 50), 'Source value').fill('last.test')
  await field(condition(options, 50), 'Source value').press('Alt+ArrowUp')
  await expect(field(condition(options, 49), 'Source value')).toBeFocused()
  await save(options)
  const {rules} = await ask(options, 'library.read', {})
  const kept = rules[0]?.rule?.pairs.map(pair => pair.source?.value)
  expect(kept?.slice(47)).toEqual(['a47.test', 'last.test', 'a48.test'])
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

import {ask} from './ask'
import {expect, make, test, where} from './fixtures'
import {condition, field, openForm, save} from './form'

const markup = '<img src=x onerror=alert(1)>"\'&amp;</textarea>'
const rightToLeft = 'كلمة السر للخادم التجريبي ‮gnp.exe'
const long = 'Longest name there is '.repeat(10).slice(0, 200)

test('names and values of any kind are kept as they were typed, and nothing of them acts or overflows', async ({
  options,
}) => {
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

test('a body of two megabytes is kept, as a draft and as a rule', async ({options}) => {
  const body = `[\n${Array.from({length: 2_000}, (_, index) => `  "${index} ${'x'.repeat(1_000)}"`).join(',\n')}\n]`
  await openForm(options, 'Response')
  await field(condition(options), 'Source value').fill('shop.test')
  // As pasted: `fill` types, which takes Chromium long.
  await field(options, 'Response body').evaluate((area, text) => {
    ;(area as HTMLTextAreaElement).value = text
    area.dispatchEvent(new InputEvent('input', {bubbles: true}))
  }, body)
  await expect(options.getByText(/^(1\.9|2) MB$/)).toBeVisible()
  await options.getByRole('link', {name: 'Back to the rules'}).click()
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

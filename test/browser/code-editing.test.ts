import type {Locator, Page} from '@playwright/test'
import {ask, readLibrary} from './ask'
import {expect} from './fixtures'
import {condition, field, openForm, save} from './form'
import {test} from './shared'

/** The code editor, once it has taken the place of the text area. */
async function editorOf(options: Page, name = 'Request body'): Promise<Locator> {
  const editor = options.getByRole('textbox', {name, exact: true})
  await expect(editor).toHaveAttribute('contenteditable', 'true')
  return editor
}
const linesOf = (editor: Locator) => editor.locator('.cm-line').evaluateAll(all => all.map(each => each.textContent))
const openCode = async (options: Page, type: 'Request' | 'Response' = 'Request') => {
  await openForm(options, type)
  await options.getByText('Code', {exact: true}).click()
  return editorOf(options, `${type} body`)
}
/** A new form of this type, without the draft of the last one. */
const openFresh = async (options: Page, type: 'Request' | 'Response' = 'Request') => {
  await options.getByRole('button', {name: 'Discard'}).click()
  await openForm(options, type)
  return editorOf(options, `${type} body`)
}
const bar = (options: Page) => options.locator('.code-bar')

test('text typed while the code editor loads is kept; errors and Format work in it', async ({options}) => {
  // Between the text area and the code editor there are a few milliseconds.
  await options.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const area = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Request body"]')
      if (!area) return
      watch.disconnect()
      area.focus()
      area.value = '{"ab": 1}'
      area.dispatchEvent(new InputEvent('input', {bubbles: true}))
      area.setSelectionRange(3, 3)
      const {x, y, width} = area.getBoundingClientRect()
      Object.assign(globalThis, {before: [x, y, width]})
    })
    watch.observe(document, {childList: true, subtree: true})
  })
  await options.reload()
  await openForm(options, 'Request')
  const editor = await editorOf(options)
  await expect(editor).toBeFocused()
  await options.keyboard.type('x')
  expect(await linesOf(editor)).toEqual(['{"axb": 1}'])
  const {x, y, width} = (await options.locator('.cm-editor').boundingBox()) ?? {}
  expect(await options.evaluate('before')).toEqual([x, y, width])

  const json = editor
  await json.fill('{\n"a": 1,\n}')
  await expect(options.getByRole('status').filter({hasText: 'This is not valid JSON: error in line 3.'})).toBeVisible()
  await expect(json.locator('.cm-lintRange-error')).toHaveText('}')
  await json.fill('{\n"a": 1\n}')
  await expect(options.getByText(/^This is not valid JSON/)).toHaveCount(0)
  await expect(json.locator('.cm-lintRange-error')).toHaveCount(0)
  await json.fill('')
  await options.getByText('Code', {exact: true}).click()
  const code = await editorOf(options)
  await code.fill('args => {\n  return 1 +\n}')
  await expect(options.getByRole('status').filter({hasText: "Unexpected token '}', line 3."})).toBeVisible()
  await expect(code.locator('.cm-lintRange-error')).toHaveText('}')

  await code.fill('args => {\nif (args) {\nreturn `\nas it is`\n}\n}')
  await options.getByRole('button', {name: 'Format'}).click()
  expect(await linesOf(code)).toEqual(['args => {', '  if (args) {', '    return `', 'as it is`', '  }', '}'])
  await code.focus()
  await options.keyboard.press('Control+z')
  expect((await linesOf(code))[1]).toBe('if (args) {')
})

test('Tab, Ctrl Z and a very long text behave in a code editor as in a field', async ({options}) => {
  await openForm(options, 'Request')
  const editor = await editorOf(options)
  await options.getByRole('button', {name: 'Choose file'}).or(field(options, 'Choose file')).first().focus()
  await options.keyboard.press('Tab')
  await expect(editor).toBeFocused()
  await options.keyboard.press('Tab')
  await expect(options.getByRole('button', {name: 'Add another condition'})).toBeFocused()
  await options.keyboard.press('Shift+Tab')
  await expect(editor).toBeFocused()
  await options.keyboard.type('a')
  await options.keyboard.press('Tab')
  expect(await linesOf(editor)).toEqual(['  a'])
  await options.keyboard.press('Shift+Tab')
  expect(await linesOf(editor)).toEqual(['a'])
  await expect(editor).toHaveAccessibleDescription('Esc, then Tab to leave')
  await options.keyboard.press('Escape')
  await options.keyboard.press('Tab')
  await expect(options.getByRole('button', {name: 'Add another condition'})).toBeFocused()

  await openFresh(options)
  const conditions = options.getByRole('group', {name: /^Condition/})
  await options.getByRole('button', {name: 'Add another condition'}).click()
  await options.getByRole('button', {name: 'Delete condition 2'}).click()
  await editor.click()
  await options.keyboard.type('abc')
  await options.keyboard.press('Control+z')
  expect(await linesOf(editor)).toEqual([''])
  await options.keyboard.press('Control+z')
  await expect(conditions).toHaveCount(1)
  await options.keyboard.press('Control+Shift+z')
  expect(await linesOf(editor)).toEqual(['abc'])
  await options.getByRole('button', {name: /^Save/}).focus()
  await options.keyboard.press('Control+z')
  await expect(conditions).toHaveCount(2)
  await expect.poll(() => linesOf(editor)).toEqual(['abc', ''])

  await openFresh(options)
  await editor.focus()
  await editor.evaluate(
    (element, text) => {
      const data = new DataTransfer()
      data.setData('text/plain', text)
      element.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}))
    },
    `${'x'.repeat(99)}\n`.repeat(2_001),
  )
  const area = options.locator('textarea[aria-label="Request body"]')
  await expect(area).toBeFocused()
  await options.keyboard.type('end')
  expect(await area.evaluate((element: HTMLTextAreaElement) => element.value.slice(-5))).toBe('x\nend')
})

test('the body of a Response can be text, a loaded file or code from a template', async ({options}) => {
  await openForm(options, 'Response')
  const editor = await editorOf(options, 'Response body')
  const kind = field(options, 'Kind of body')
  await editor.click()
  await options.keyboard.type('my text')
  await kind.getByText('Code', {exact: true}).click()
  await expect.poll(async () => (await linesOf(editor)).join()).toContain('modifyResponse')
  await kind.getByText('Static', {exact: true}).click()
  await expect.poll(() => linesOf(editor)).toEqual(['my text'])
  await editor.click()
  await options.keyboard.press('Control+z')
  expect(await linesOf(editor)).toEqual(['my text'])
  await expect(field(kind, 'Static')).toBeChecked()

  await editor.fill('mine')
  const choose = field(options, 'Choose file')
  await choose.setInputFiles({name: 'main.js', mimeType: 'text/javascript', buffer: Buffer.from('let a\r\nlet b')})
  await expect.poll(() => linesOf(editor)).toHaveLength(2)
  await expect(bar(options)).toContainText('12 B of 2 MB')
  await field(condition(options), 'Source value').fill('shop.test')
  await save(options)
  const {rules} = await ask(options, 'library.read', {})
  expect(rules[0]?.rule?.pairs[0]).toMatchObject({value: 'let a\r\nlet b'})
  await choose.setInputFiles({name: 'big.js', mimeType: 'text/javascript', buffer: Buffer.alloc(2_100_000, 'x')})
  await expect(options.getByRole('status').filter({hasText: /^big\.js is larger than 2 MB/})).toBeVisible()
  await choose.setInputFiles({name: 'other.js', mimeType: 'text/javascript', buffer: Buffer.from('other')})
  await expect.poll(() => linesOf(editor)).toEqual(['other'])
  await options.getByRole('button', {name: /^Undo/}).click()
  await expect.poll(() => linesOf(editor)).toHaveLength(2)

  await openForm(options, 'Response')
  await kind.getByText('Code', {exact: true}).click()
  await expect.poll(async () => (await linesOf(editor)).length).toBeGreaterThan(1)
  expect((await linesOf(editor)).join('\n')).toMatch(
    /^function modifyResponse\(args\) \{\n {2}\/\/ method, url: of the request/,
  )
  await field(condition(options), 'Source value').fill('shop.test')
  await editor.focus()
  await options.keyboard.press('Control+End')
  await options.keyboard.type('// mine')
  await options.keyboard.press('Control+Enter')
  await expect(field(options, 'Test a URL')).toBeFocused()
  await options.keyboard.press('Control+Enter')
  await expect(editor).toBeFocused()
  await options.keyboard.press('Control+s')
  await expect(options.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  const {rules: both} = await readLibrary(options)
  expect(both[1]?.rule?.pairs[0]).toMatchObject({type: 'code', value: expect.stringMatching(/\n\/\/ mine$/)})
})

test('Try it runs Request code on an editable sample, which is kept', async ({options}) => {
  const editor = await openCode(options)
  await field(options, 'Test a URL').fill('https://shop.test/v1/buy')
  await editor.fill(
    'async ({method, url, bodyAsJson}) => {\n  console.log("seen", url)\n  return {method, qty: bodyAsJson.qty * 2}\n}',
  )
  await options.getByRole('button', {name: 'Try it'}).click()
  const trial = options.getByRole('group', {name: 'Trial'})
  await expect(trial.getByRole('status')).toHaveText(/^Ran in .*ms$/)
  await expect(field(trial, 'Result')).toHaveText('{"method":"POST","qty":4}')
  await expect(field(trial, 'Console')).toHaveText('seen https://shop.test/v1/buy')
  await field(trial, 'Method to try').selectOption('PUT')
  await field(trial, 'Body to try').fill('{"qty": 5}')
  await field(trial, 'URL to try').focus()
  await options.keyboard.press('Enter')
  await expect(field(trial, 'Result')).toHaveText('{"method":"PUT","qty":10}')

  await editor.fill('args => {\n  return qty\n}')
  await expect(trial.getByRole('status')).toHaveText(/^Changed since the last run/)
  await options.getByRole('button', {name: 'Try it'}).focus()
  await options.keyboard.press('Enter')
  await expect(trial.getByRole('status')).toHaveText('qty is not defined, line 2.')
  await expect(editor.locator('.cm-lintRange-error')).toHaveText('return qty')
  await options.keyboard.press('Tab')
  await field(trial, 'URL to try').focus()
  await options.keyboard.press('Escape')
  await expect(trial).toHaveCount(0)
  await expect(options.getByRole('button', {name: 'Try it'})).toBeFocused()

  await editor.fill('({bodyAsJson}) => bodyAsJson.qty')
  await options.getByRole('button', {name: 'Try it'}).click()
  await field(trial, 'Body to try').fill('{"qty": 77}')
  await field(trial, 'URL to try').fill('https://shop.test/mine')
  await options.getByRole('link', {name: 'Back to rules'}).click()
  await options.goBack()
  await options.getByRole('button', {name: 'Try it'}).click()
  await expect(field(trial, 'Result')).toHaveText('77')
  await expect(field(trial, 'URL to try')).toHaveValue('https://shop.test/mine')
  await options.reload()
  await options.getByRole('button', {name: 'Try it'}).click()
  await expect(field(trial, 'Result')).toHaveText('77')
})

test('Try it runs Response code, and reports a result that cannot be sent', async ({options}) => {
  const editor = await openCode(options, 'Response')
  await field(options, 'Test a URL').fill('https://shop.test/v1/cart?lang=de')
  await editor.fill('({responseJSON, responseType, requestData}) => [responseJSON.id, responseType, requestData.lang]')
  await options.getByRole('button', {name: 'Try it'}).click()
  const trial = options.getByRole('group', {name: 'Trial'})
  await expect(field(trial, 'Result')).toHaveText('[1,"application/json","de"]')
  await editor.fill('() => undefined')
  await options.getByRole('button', {name: 'Try it'}).click()
  await expect(trial.getByRole('status')).toHaveText('The code returned nothing.')
  await editor.fill('({response, responseJSON, responseType}) => [response, Object.keys(responseJSON), responseType]')
  await field(options, 'Do not send the request').check()
  await options.getByRole('button', {name: 'Try it'}).click()
  await expect(field(trial, 'Result')).toHaveText('["",[],""]')
  await expect(field(trial, 'Response to try')).toHaveCount(0)
})

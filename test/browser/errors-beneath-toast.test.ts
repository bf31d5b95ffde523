import type {Page} from '@playwright/test'
import type {RuleType} from '../../src/model/rules'
import {expect} from './fixtures'
import {addCondition, condition, field, openForm} from './form'
import {test} from './shared'

type Size = {readonly width: number; readonly height: number}
type Form = {readonly type: RuleType; readonly sizes: readonly Size[]}

/** The focused field and its error, as far as a toast or the edge of the form covers them. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    const ids = focused?.getAttribute('aria-describedby')?.split(' ') ?? []
    const error = ids.map(id => document.getElementById(id)).find(each => each?.matches('.error-text'))
    const shown = [focused?.closest('.code-area') ? null : focused, error ?? focused].filter(each => each !== null)
    return shown.flatMap(each => {
      if (!each) return ['nothing has the focus']
      const {left, right, top, bottom} = each.getBoundingClientRect()
      const points = [left + 2, (left + right) / 2, right - 2].flatMap(x =>
        [top + 2, bottom - 2].map(y => document.elementFromPoint(x, y)),
      )
      const isCovered = points.some(at => !at || !(each.contains(at) || at.contains(each)))
      return isCovered ? [each.textContent || each.getAttribute('aria-label')] : []
    })
  })

const forms: readonly Form[] = [
  {type: 'QueryParam', sizes: [1280, 819, 480, 320].map(width => ({width, height: 640}))},
  // Code that is higher than what is seen of the form.
  {
    type: 'Response',
    sizes: [
      {width: 820, height: 500},
      {width: 320, height: 640},
    ],
  },
]
for (const {type, sizes} of forms)
  test(`the toast covers no error of a ${type} rule in windows of any size`, async ({options}) => {
    await openForm(options, type)
    await field(condition(options), 'Source value').fill('shop.test')
    if (type === 'Response') {
      await options.getByRole('radio', {name: 'Code'}).check()
      await options.getByRole('textbox', {name: /body$/}).fill(' ')
    }
    for (const size of sizes)
      await test.step(`${size.width} × ${size.height}`, async () => {
        await options.setViewportSize(size)
        await field(options, 'Name').focus()
        await addCondition(options)
        await options.getByRole('button', {name: 'Delete condition 2'}).click()
        await expect(options.getByText('Condition 2 deleted')).toBeVisible()
        await options.keyboard.press('Control+s')
        await expect(options.locator('.error-text').first()).toBeVisible()
        await expect
          .poll(() => options.evaluate(() => document.activeElement?.getAttribute('aria-invalid')))
          .toBe('true')
        await expect(options.getByText('Condition 2 deleted')).toBeVisible()
        expect(await covered(options)).toEqual([])
      })
  })

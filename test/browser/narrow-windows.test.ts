import type {Locator, Page} from '@playwright/test'
import {ask} from './ask'
import {catalogue} from './pages/catalogue'
import {faultsOfLayout} from './pages/layout'
import {spacing} from './pages/views'
import {expect, settled, test} from './pages/workshop'

const entryOf = (name: string) => {
  const found = catalogue.find(entry => entry.name === name)
  if (!found) throw new Error(`The catalogue has no ${name}`)
  return found
}
const widths = [1280, 819, 639, 500, 479, 320]
const resize = async (page: Page, width: number) => {
  await page.setViewportSize({width, height: 640})
  await settled(page)
}
const isWhole = (text: Locator) => text.evaluate(each => each.scrollWidth <= each.clientWidth && each.clientHeight > 0)
/** Runs in the page: those texts that have less room than they need. */
const cutOf = (all: readonly Element[]) =>
  all.flatMap(each => {
    const text = document.createRange()
    text.selectNodeContents(each)
    return text.getBoundingClientRect().width > each.getBoundingClientRect().width ? [each.textContent] : []
  })

async function expectNoGaps(page: Page, rows: string, width: number) {
  const boxes = await page.locator(rows).evaluateAll(all =>
    all.map(each => {
      const {top, bottom} = each.getBoundingClientRect()
      return {index: Number(each.getAttribute('aria-rowindex')), top, bottom}
    }),
  )
  const bottoms = new Map(boxes.map(({index, bottom}) => [index, bottom]))
  const followers = boxes.filter(({index}) => bottoms.has(index - 1))
  expect(followers.length).toBeGreaterThan(0)
  for (const {index, top} of followers)
    expect(top, `row ${index} at ${width} pixels`).toBeCloseTo(bottoms.get(index - 1) ?? 0, 0)
}

/** All controls can be reached beside the toast. */
async function expectNothingCovered(page: Page, width: number, height: number) {
  await page.setViewportSize({width, height})
  await settled(page)
  expect(await faultsOfLayout(page)).toEqual([])
  // Proof that the check finds such a fault: a toast over the whole width covers controls.
  await page.addStyleTag({content: '.toasts { inset: auto 4px 4px !important; max-width: none !important; }'})
  await settled(page)
  expect((await faultsOfLayout(page)).join()).toContain('beneath the toast')
}

test('rows of the rules list with an open record have no gaps at any width', async ({workshop, page}) => {
  await workshop.show(entryOf('rules-record'), page)
  for (const width of widths) {
    await resize(page, width)
    await expectNoGaps(page, '.rules-body > [role=row]', width)
  }
})

test('trash rows have no gaps and show type, origin, date and days left', async ({workshop, page}) => {
  await workshop.show(entryOf('trash'), page)
  const row = page.getByRole('row').filter({hasText: 'Old checkout flow'})
  for (const width of [...widths, 960, 640]) {
    await resize(page, width)
    await expectNoGaps(page, '.trash-row', width)
    if (![960, 640, 320].includes(width)) continue
    for (const text of ['Old checkout flow', 'Redirect', 'Checkout', 'deleted 10:42', '30 days left']) {
      const cell = row.locator(':is([role=rowheader], [role=gridcell])').filter({hasText: text}).first()
      await expect(cell).toBeInViewport()
      expect(await isWhole(cell), `${text} at ${width} pixels`).toBe(true)
    }
    expect(await row.locator('.row-name .cut').evaluateAll(cutOf)).toEqual([])
    await expect(page.getByRole('columnheader', {name: 'Deleted'})).toHaveCount(1)
  }
})

test('rule rows have no gaps; at 320 pixels they are whole and not covered', async ({workshop, page}) => {
  await workshop.show(entryOf('rules-pictured'), page)
  for (const width of widths) {
    await resize(page, width)
    await expectNoGaps(page, '.rules-body > [role=row]', width)
  }
  const whole = page.getByRole('row').filter({has: page.getByRole('link', {name: 'API to localhost'})})
  for (const [cell, text] of [
    ['.rule-name', 'API to localhost'],
    ['.rule-when', 'URL contains api.shop.test/v1/'],
    ['.rule-does', /^to http:\/\/localhost:3000/],
    ['.rule-last', '10:42'],
  ] as const) {
    await expect(whole.locator(cell)).toHaveText(text)
    if (cell !== '.rule-does') expect(await isWhole(whole.locator(cell)), cell).toBe(true)
  }
  await whole.focus()
  await page.keyboard.press('x')
  const bar = page.getByRole('toolbar', {name: 'Selected rules'})
  for (const name of ['API to localhost', 'Empty cart', 'Slow payment', 'Block analytics']) {
    const row = page.getByRole('row').filter({hasText: name})
    await expect(row).toBeFocused()
    const top = (await bar.boundingBox())?.y ?? 0
    await expect
      .poll(async () => top - (await row.boundingBox().then(box => (box ? box.y + box.height : Infinity))), name)
      .toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Shift+ArrowDown')
  }
})

test('at 320 pixels a group shows its size, and a toast its buttons below its text', async ({workshop, page}) => {
  await workshop.show({...entryOf('groups'), changes: true}, page)
  await resize(page, 320)
  await expect(page.getByRole('row', {name: /^Checkout/}).getByText('5 rules', {exact: true})).toBeInViewport()
  await page.getByRole('button', {name: 'More for Checkout'}).click()
  await page.getByRole('menuitem', {name: 'Delete'}).click()
  const sentence = page.locator('.toasts > [role=status]', {hasText: 'Group “Checkout” moved to trash'})
  await sentence.hover()
  for (const width of [600, 320]) {
    await resize(page, width)
    const text = await sentence.boundingBox()
    const button = await page.getByRole('button', {name: 'Delete its 5 rules too'}).boundingBox()
    expect(text?.width).toBeGreaterThanOrEqual(220)
    expect(button?.y).toBeGreaterThanOrEqual((text?.y ?? Infinity) + (text?.height ?? 0))
  }
  await expectNothingCovered(page, 320, 300)
})

test('a menu stays inside the window, however long its items are', async ({workshop, page}) => {
  await workshop.show({...entryOf('rules-selected'), changes: true}, page)
  await ask(workshop.quiet, 'group.create', {payload: {name: 'A very long name '.repeat(12)}})
  for (const [width, name] of [
    [640, 'Move to group'],
    [320, 'New rule'],
  ] as const) {
    await resize(page, width)
    await page.getByRole('button', {name, exact: true}).click()
    const box = await page.getByRole('menu').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    // What stands beside a type gives way to it: less than a pixel too little would cut it.
    if (name === 'New rule') expect(await page.locator('.menu-label').evaluateAll(cutOf)).toEqual([])
    await page.keyboard.press('Escape')
  }
})

test('row grips are 24 by 24 pixels and inside their card at every width', async ({workshop, page}) => {
  await workshop.show(entryOf('editor-rows'), page)
  for (const width of widths) {
    await resize(page, width)
    const boxes = await page.locator('.change-row .move-button').evaluateAll(all =>
      all.map(each => {
        const {left, width: wide, height} = each.getBoundingClientRect()
        return {wide, height, inside: left - (each.closest('.condition')?.getBoundingClientRect().left ?? 0)}
      }),
    )
    expect(boxes.length).toBeGreaterThan(1)
    for (const box of boxes) expect([width, box.wide, box.height, box.inside > 0]).toEqual([width, 24, 24, true])
  }
})

test('at 320 pixels the operator of a condition is not cut off', async ({workshop, page}) => {
  await workshop.show(entryOf('editor-saved-Redirect'), page)
  await resize(page, 320)
  for (const key of ['URL', 'Path', 'Host']) {
    await page.getByLabel('Source key').selectOption(key)
    const cut = await page.getByLabel('Source operator').evaluate((select: HTMLSelectElement) => {
      const operators = [...select.options].map(option => {
        select.value = option.value
        const {width} = select.getBoundingClientRect()
        select.style.width = 'max-content'
        const needed = select.getBoundingClientRect().width
        select.style.width = ''
        return {text: option.text, isCut: width < needed}
      })
      return operators.filter(({isCut}) => isCut)
    })
    expect(cut, key).toEqual([])
  }
})

test('at 320 pixels with wide text the settings only scroll vertically', async ({workshop, page}) => {
  await workshop.show(entryOf('settings'), page)
  await page.addStyleTag({content: spacing})
  await resize(page, 320)
  const over = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(each => each.scrollWidth > each.clientWidth && getComputedStyle(each).overflowX !== 'visible')
      .filter(each => getComputedStyle(each).overflowX !== 'hidden')
      .map(each => each.className),
  )
  expect(over).toEqual([])
  for (const caps of await page.locator('.key-table kbd').all()) {
    const box = await caps.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
  }
})

for (const [name, width, height] of [
  ['rules-toast', 320, 400],
  ['popup-toast', 380, 300],
] as const)
  test(`the toast of ${name} covers nothing that cannot be reached`, async ({workshop, page}) => {
    await workshop.show(entryOf(name), page)
    await expectNothingCovered(page, width, height)
  })

for (const name of ['activity', 'panel'])
  test(`in a low window the rules stand next to the result: ${name}`, async ({workshop, page}) => {
    await workshop.show(entryOf(name), page)
    for (const width of [639, 320]) {
      await resize(page, width)
      const faults = await page.locator('.activity-row').evaluateAll(rows =>
        rows.flatMap(row => {
          const result = row.querySelector('.activity-result')?.getBoundingClientRect()
          const rules = [...row.querySelectorAll('.activity-rules > *')].map(each => each.getBoundingClientRect())
          const isFree = result && rules.every(({left, right}) => left >= result.right - 1 && right <= innerWidth)
          return isFree ? [] : [`${row.textContent}: ${result?.right} and ${rules.map(({left}) => left).join()}`]
        }),
      )
      expect(faults, `at ${width} pixels`).toEqual([])
    }
  })

test('at 320 pixels a request that is opened shows its whole URL', async ({workshop, page}) => {
  await workshop.show(entryOf('activity-why'), page)
  const whole = page.locator('.activity-whole')
  await expect(whole).toBeHidden()
  await resize(page, 320)
  await expect(whole).toHaveText(/^https:.*main\.js$/)
  await expect(whole).toBeVisible()
  expect(await isWhole(whole)).toBe(true)
})

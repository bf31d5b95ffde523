import {ask} from './ask'
import {expect, make, where} from './fixtures'
import {test} from './shared'

const stops = [{source: where('host', 'Equals', 'metrics.test')}]

test('every page is reached by keyboard and announces its title', async ({options}) => {
  const id = await make(options, 'Cancel', stops, {name: 'No analytics'})
  await options.bringToFront()
  const heading = (name: string) => options.getByRole('heading', {level: 1, name, exact: true})
  for (const [letter, name] of [
    ['g', 'Groups'],
    ['s', 'Settings'],
    ['r', 'Rules'],
  ] as const) {
    await options.keyboard.press('g')
    await options.keyboard.press(letter)
    await expect(heading(name)).toBeFocused()
    await expect(options).toHaveTitle(`${name} · Switchyard`)
  }
  await options.evaluate(hash => {
    location.hash = hash
  }, `#/rules/${id}`)
  await expect(options).toHaveTitle('No analytics · Switchyard')
  await expect(options.getByRole('heading', {level: 1})).toBeFocused()
  await options.keyboard.press('Escape')
  await expect(heading('Rules')).toBeFocused()
})

test('the list of keys keeps the focus inside, and Esc gives it back', async ({options}) => {
  await make(options, 'Cancel', stops)
  await options.bringToFront()
  const from = options.getByRole('link', {name: 'Groups'})
  await from.focus()
  await options.keyboard.press('?')
  const dialog = options.getByRole('dialog', {name: 'Keys'})
  await expect(dialog).toBeVisible()
  for (let n = 0; n < 3; n++) {
    await options.keyboard.press('Tab')
    const isOutside = await options.evaluate(
      () => document.activeElement !== document.body && document.activeElement?.closest('dialog') === null,
    )
    expect(isOutside).toBe(false)
  }
  await options.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(from).toBeFocused()
  // Asked for again in the moment in which it goes.
  await options.keyboard.press('?')
  await expect(dialog).toBeVisible()
  await options.evaluate(async () => {
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}))
    press('Escape')
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    press('?')
  })
  // And while the focus is in the browser's own bars, where Esc is the browser's.
  await expect(dialog).toBeVisible()
  const isLeft = () => options.evaluate(() => document.activeElement === document.body)
  await expect(async () => {
    await options.keyboard.press('Tab')
    expect(await isLeft()).toBe(true)
  }).toPass()
  await Promise.all([options.keyboard.press('Escape'), options.keyboard.press('?')])
  // By pointer: beside it.
  await expect(dialog).toBeVisible()
  await options.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
})

test('n starts a new rule from any page', async ({options}) => {
  await options.bringToFront()
  for (const [letter, name] of [
    ['r', 'Change live traffic, one rule at a time'],
    ['s', 'Settings'],
  ] as const) {
    await options.keyboard.press('g')
    await options.keyboard.press(letter)
    await expect(options.getByRole('heading', {level: 1, name})).toBeVisible()
    await options.keyboard.press('n')
    await expect(options.getByRole('menu', {name: 'Rule types'})).toBeVisible()
    await options.keyboard.press('u')
    await options.keyboard.press('Enter')
    await expect(options.getByRole('heading', {level: 1, name: 'New rule: User agent'})).toBeFocused()
  }
})

test('the first run offers all nine types', async ({options}) => {
  await options.bringToFront()
  const tiles = options.getByRole('main').getByRole('list').getByRole('link')
  await expect(tiles).toHaveCount(9)
  await tiles.nth(1).click()
  await expect(options.getByRole('heading', {level: 1, name: 'New rule: Headers'})).toBeVisible()
  await options.keyboard.press('g')
  await options.goBack()
  await tiles.first().focus()
  await options.keyboard.press('Tab')
  await options.keyboard.press('Enter')
  await expect(options.getByRole('heading', {level: 1, name: 'New rule: Headers'})).toBeVisible()
})

test('the skip link skips the navigation', async ({options}) => {
  // Without any rules the first run takes the focus, so that its tiles are next.
  await make(options, 'Cancel', stops)
  await options.bringToFront()
  await options.reload()
  // A key that comes before the page is drawn finds nothing to go to.
  await expect(options.getByRole('main').getByRole('heading', {level: 1})).toBeVisible()
  await options.keyboard.press('Tab')
  await expect(options.getByRole('link', {name: 'Skip to content'})).toBeFocused()
  await options.keyboard.press('Enter')
  await expect(options.getByRole('main')).toBeFocused()
})

test('the command for “Rules on” pauses and goes on', async ({app, options}) => {
  await make(options, 'Cancel', stops)
  const worker = await app.worker()
  const rulesOn = options.getByRole('switch', {name: 'Rules on'})
  await options.bringToFront()
  await expect(rulesOn).toBeChecked()
  // As Chrome does it when the keys are pressed; two presses at once are two.
  for (const [times, on] of [
    [1, false],
    [1, true],
    [3, false],
  ] as const) {
    await worker.evaluate(presses => {
      const {onCommand} = (globalThis as unknown as {chrome: {commands: {onCommand: {dispatch(name: string): void}}}})
        .chrome.commands
      for (let press = 0; press < presses; press++) onCommand.dispatch('toggle-rules')
    }, times)
    await (on ? expect(rulesOn).toBeChecked() : expect(rulesOn).not.toBeChecked())
  }
})

test('narrow windows keep every page usable', async ({options}) => {
  await ask(options, 'group.create', {payload: {name: 'A very long name of a group '.repeat(7)}})
  const id = await make(options, 'Cancel', stops, {name: 'عربي <b>x</b> '.repeat(14)})
  await ask(options, 'rules.delete', {ids: [id]})
  await make(options, 'Cancel', stops, {name: 'No analytics'})
  await options.bringToFront()
  for (const width of [959, 640, 320]) {
    await options.setViewportSize({width, height: 700})
    for (const name of ['Rules', 'Groups', 'Settings', 'Trash']) {
      if (name === 'Trash') await options.getByRole('link', {name: 'Open trash'}).click()
      else await options.getByRole('link', {name, exact: true}).click()
      await expect(options.getByRole('heading', {level: 1, name, exact: true})).toBeVisible()
      const overflow = await options.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0)
    }
    await expect(options.getByRole('switch', {name: 'Rules on'})).toBeVisible()
  }
})

test('a toast stands above the tester and its Undo can be clicked', async ({options}) => {
  const id = await make(options, 'Cancel', stops, {name: 'No analytics'})
  await ask(options, 'group.create', {payload: {name: 'Checkout'}})
  await options.bringToFront()
  await options.getByRole('link', {name: 'Groups'}).click()
  await options.getByRole('row', {name: /^Checkout/}).hover()
  await options.getByRole('button', {name: 'Pin Checkout'}).click()
  const undo = options.getByRole('button', {name: 'Undo', exact: true})
  await expect(undo).toHaveAttribute('aria-keyshortcuts', 'Control+Z')
  await undo.click()
  const said = options.getByRole('status').filter({hasText: 'Undone: “Checkout” pinned'})
  await expect(said).toBeVisible()
  await options.evaluate(hash => {
    location.hash = hash
  }, `#/rules/${id}`)
  const tester = options.getByLabel('Test a URL').first()
  await expect(tester).toBeVisible()
  // Held while one looks at it.
  await said.hover()
  const [below, above] = [
    await options.locator('.tester').boundingBox(),
    await options.locator('.toasts').boundingBox(),
  ]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
})

test('forced colours keep the edges of switches and their knobs', async ({options}) => {
  await make(options, 'Cancel', stops, {name: 'No analytics'})
  await options.emulateMedia({forcedColors: 'active'})
  await options.bringToFront()
  const looks = await options.getByRole('switch', {name: 'Rules on'}).evaluate(element => {
    const [track, knob] = [
      getComputedStyle(element),
      getComputedStyle(element.querySelector('.switch-knob') ?? element),
    ]
    return {edge: track.borderTopColor, ground: track.backgroundColor, knob: knob.backgroundColor}
  })
  expect(looks.edge).not.toBe('rgba(0, 0, 0, 0)')
  expect(looks.knob).not.toBe(looks.ground)
  // What nothing but its ground shows: where a rule or a group would go, that there is a draft, and what is pressed.
  const grounds = await options.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<i class="filter-chip"></i><i class="draft-dot"></i><i class="drop-line"></i><i class="group-row" data-drop="above"></i>
      <i class="tools"><button class="button" aria-pressed="true"></button><button class="button"></button></i>`,
    )
    const look = (one: string, part?: string) => getComputedStyle(document.querySelector(one) ?? document.body, part)
    const lines = [look('.draft-dot'), look('.drop-line'), look('[data-drop]', '::after')]
    const [pressed, other] = [look('.tools > [aria-pressed]'), look('.tools > :not([aria-pressed])')]
    return {
      unseen: lines.filter(each => each.backgroundColor === look('html').backgroundColor).length,
      pressed: pressed.border,
      other: other.border,
      chip: look('.filter-chip').borderTopWidth,
    }
  })
  expect(grounds.unseen).toBe(0)
  expect(grounds.pressed).not.toBe(grounds.other)
  expect(grounds.chip).toBe('1px')
})

test('reduced motion stops all animation', async ({options}) => {
  await options.emulateMedia({reducedMotion: 'reduce'})
  const times = await options.evaluate(() =>
    ['--quick', '--slow'].map(name => getComputedStyle(document.documentElement).getPropertyValue(name)),
  )
  expect(times.map(Number.parseFloat)).toEqual([0, 0])
})

test('Undo by keyboard returns the focus', async ({options}) => {
  await make(options, 'Cancel', [{source: where('host', 'Equals', 'a.test')}], {name: 'Alpha'})
  await options.bringToFront()
  const toggle = options.getByRole('switch', {name: 'Alpha', exact: true})
  await toggle.click()
  await expect(options.getByText('“Alpha” turned off')).toBeVisible()
  const undo = options.getByRole('button', {name: 'Undo'})
  await toggle.focus()
  await undo.focus()
  await options.keyboard.press('Enter')
  await expect(toggle).toBeChecked()
  await expect(toggle).toBeFocused()
})

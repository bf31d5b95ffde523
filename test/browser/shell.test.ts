import {ask} from './ask'
import {expect, make, where} from './fixtures'
import {test} from './shared'

const stops = [{source: where('host', 'Equals', 'metrics.test')}]

test('the skip link skips the navigation, and the list of keys keeps the focus inside', async ({options}) => {
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

test('forced colours keep all edges, and reduced motion stops all animation', async ({options}) => {
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
  // Parts that only a background marks: drop positions, a draft, pressed buttons.
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

  await options.emulateMedia({reducedMotion: 'reduce'})
  const times = await options.evaluate(() =>
    ['--quick', '--slow'].map(name => getComputedStyle(document.documentElement).getPropertyValue(name)),
  )
  expect(times.map(Number.parseFloat)).toEqual([0, 0])
})

import {catalogue} from './catalogue'
import {expect, settled, test} from './workshop'

test('live regions exist before they are filled', async ({workshop, page}) => {
  const toast = catalogue.find(({name}) => name === 'rules-toast')
  if (!toast) throw new Error('There is no toast in the catalogue')
  const {reach, ...before} = {...toast, shows: () => page.getByRole('switch', {name: 'No chat bubble'})}
  await workshop.show(before, page)
  await page.evaluate(() => {
    for (const place of document.querySelectorAll('[role=status], [role=alert], [aria-live]'))
      place.setAttribute('data-was-there', '')
  })
  await reach?.(page)
  await expect(page.locator('[role=status][data-was-there]', {hasText: 'moved to trash'})).toHaveCount(1)
})

const places = ['Groups', 'Rules'] as const

test('each options page announces its title', async ({workshop, page}) => {
  const list = catalogue.find(({name}) => name === 'rules-pictured')
  if (!list) throw new Error('There is no list in the catalogue')
  await workshop.show(list, page)
  for (const place of places) {
    await page.getByRole('navigation').getByRole('link', {name: place}).click()
    await settled(page)
    const title = page.getByRole('heading', {level: 1})
    await expect(title).toBeFocused()
    await expect(title).toContainText(place)
    await expect(page).toHaveTitle(`${place} · Switchyard`)
  }
  await page.getByRole('link', {name: 'Staging auth token'}).click()
  await expect(page).toHaveTitle('Staging auth token · Switchyard')
})

import {faultsOfAxe} from './axe'
import {catalogue} from './catalogue'
import type {Entry} from './entry'
import {faultsOfLooks, hasKeptPicture, writePicturesToLookAt} from './kept'
import {faultsOfNames} from './names'
import {faultsOfViews} from './views'
import {expect, test} from './workshop'

const pageOf = ({page, at = '', library}: Entry) => `${page} ${at} ${library}`

// All checks of a state in one test: reaching it takes longer than most of them.
for (const [index, entry] of catalogue.entries()) {
  const outcome = hasKeptPicture(entry.name)
    ? 'is accessible, fits every width and looks unchanged'
    : 'is accessible and fits every width'
  test(`${entry.name} ${outcome}`, async ({workshop, page}, info) => {
    await page.emulateMedia({colorScheme: 'light', reducedMotion: 'reduce'})
    await workshop.show(entry, page)

    expect.soft(await faultsOfNames(page), 'names').toEqual([])
    await expect.soft(page.getByRole('main')).toHaveCount(1)
    await expect.soft(page.getByRole('heading', {level: 1})).toHaveCount(1)
    await expect.soft(page.getByRole('navigation')).toHaveCount(entry.page === 'options' ? 1 : 0)
    await expect
      .soft(page)
      .toHaveTitle(entry.page !== 'options' || entry.unanswered ? 'Switchyard' : /^.+ · Switchyard$/)

    expect.soft(await faultsOfAxe(page), 'axe').toEqual([])
    await writePicturesToLookAt(workshop, page, entry.name)
    if (hasKeptPicture(entry.name))
      expect.soft(await faultsOfLooks(workshop, page, entry.name, info), 'looks').toEqual([])
    const isFirst = catalogue.findIndex(each => pageOf(each) === pageOf(entry)) === index
    expect.soft(await faultsOfViews(page, entry, isFirst), 'layout').toEqual([])
  })
}

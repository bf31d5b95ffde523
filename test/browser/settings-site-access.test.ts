import {openAbout} from './about-tab'
import {expect, make, test, where} from './fixtures'

test('site access changed in Chrome is shown at once', async ({app, options, shop}) => {
  const chromePage = await app.context.newPage()
  await chromePage.goto('chrome://extensions')
  const setAccess = (hostAccess: string) =>
    chromePage.evaluate(
      async change => {
        const {developerPrivate} = (
          globalThis as unknown as {
            chrome: {developerPrivate: {updateExtensionConfiguration(given: object): Promise<void>}}
          }
        ).chrome
        await developerPrivate.updateExtensionConfiguration(change)
      },
      {extensionId: app.extensionId, hostAccess},
    )
  await options.goto(options.url().replace(/#.*/, '#/settings'))
  await expect(options.getByText('Allowed: rules apply on every site.')).toBeVisible()
  await make(options, 'Cancel', [{source: where('host', 'Equals', 'shop.test')}])
  const popup = await openAbout(app, shop)
  await expect(popup.getByRole('region', {name: 'Applied on this tab'})).toBeVisible()
  await setAccess('ON_CLICK')
  await popup.reload()
  await expect(popup.getByText(/^Chrome allows access only on click/)).toBeVisible()
  await popup.close()
  await expect(options.getByText(/^Chrome allows access only on click/)).toBeVisible()
  await expect(options.getByRole('button', {name: 'Allow on all sites'})).toBeVisible()
  await setAccess('ON_ALL_SITES')
  await expect(options.getByText('Allowed: rules apply on every site.')).toBeVisible()
  await expect(options.getByRole('button', {name: 'Allow on all sites'})).toHaveCount(0)
})

import {ask, readLibrary} from './ask'
import {stopWorkers} from './browser'
import {expect, make, test, where} from './fixtures'

test('a daily backup survives a worker restart and can be restored and undone', async ({app, options}) => {
  const onShop = where('host', 'Equals', 'shop.test')
  const id = await make(options, 'Cancel', [{source: onShop}], {name: 'before'})
  await options.evaluate(async () => {
    type Alarms = {
      getAll(): Promise<readonly {readonly name: string; readonly periodInMinutes?: number}[]>
      create(name: string, when: object): Promise<void>
    }
    const {alarms} = (globalThis as unknown as {readonly chrome: {readonly alarms: Alarms}}).chrome
    const daily = (await alarms.getAll()).find(({name}) => name === 'daily-backup')
    if (daily?.periodInMinutes !== 24 * 60) throw new Error('There is no daily alarm')
    // The same alarm sooner, when nobody is awake.
    await alarms.create(daily.name, {when: Date.now() + 2_000, periodInMinutes: 24 * 60})
  })
  await stopWorkers(options)
  // The alarm alone wakes the worker.
  await expect
    .poll(() =>
      options.evaluate(
        () =>
          new Promise(done => {
            const request = indexedDB.open('switchyard')
            request.addEventListener('success', () => {
              const keys = request.result.transaction('backups').objectStore('backups').getAllKeys()
              keys.addEventListener('success', () => {
                request.result.close()
                done(keys.result.map(key => (key as unknown[])[1]))
              })
            })
          }),
      ),
    )
    .toEqual(['daily'])
  await ask(options, 'rules.delete', {ids: [id]})
  await ask(options, 'trash.purge', {ids: [id]})
  const settings = await app.open('options.html#/settings')
  await settings.getByRole('button', {name: /^Restore the backup from today/}).click()
  await expect
    .poll(async () => (await readLibrary(options)).rules.map(rule => [rule.id, rule.inForce]))
    .toEqual([[id, true]])
  await settings.getByRole('button', {name: /^Undo/}).click()
  await expect.poll(async () => (await readLibrary(options)).rules).toEqual([])
  expect(await ask(options, 'trash.list', {})).toEqual([])
  await ask(options, 'backup.make', {})
})

import {ask, readLibrary} from './ask'
import {expect, fetched, make, where} from './fixtures'
import {addCondition, addFilter, condition, done, field, moveUp, openForm, save, source} from './form'
import {test} from './shared'

test('conditions are added, duplicated, moved and deleted, and the upper one wins', async ({options, shop, site}) => {
  const asked = async (path = '/a.json') => {
    site.clear()
    await fetched(shop, site.url('shop.test', path))
    return site.log.map(({path: seen}) => seen)
  }
  const goTo = (n: number, path: string) =>
    field(condition(options, n), 'Destination').fill(site.url('shop.test', path))

  await openForm(options, 'Redirect')
  await source(condition(options), 'Path', 'equals', '/a.json')
  await goTo(1, '/first.json')
  await options.getByRole('button', {name: 'Add another condition'}).click()
  await options.getByRole('menuitem', {name: 'A copy of the last condition'}).click()
  await expect(field(condition(options, 2), 'Source value')).toHaveValue('/a.json')
  await goTo(2, '/second.json')
  await addCondition(options)
  await source(condition(options, 3), 'Path', 'equals', '/b.json')
  await goTo(3, '/third.json')
  await save(options)
  expect(await asked()).toEqual(['/first.json'])
  expect(await asked('/b.json')).toEqual(['/third.json'])

  await moveUp(options, 'condition 2')
  // A condition takes along what is open and typed in it.
  await expect(field(condition(options, 1), 'Destination')).toHaveValue(site.url('shop.test', '/second.json'))
  await save(options)
  expect(await asked()).toEqual(['/second.json'])

  await options.getByRole('button', {name: 'Delete condition 1'}).click()
  await save(options)
  expect(await asked()).toEqual(['/first.json'])
  const {rules} = await readLibrary(options)
  const ids = rules[0]?.rule?.pairs.map(pair => pair.id) ?? []
  expect([ids.length, new Set(ids).size]).toEqual([2, 2])
})

test('a click is not lost when the field being left shows an error', async ({options}) => {
  await openForm(options, 'Redirect')
  await addCondition(options)
  await field(condition(options), 'Destination').fill('nowhere')
  await options.getByRole('button', {name: 'Duplicate condition 2'}).click({delay: 300})
  await expect(condition(options, 3)).toBeVisible()
  await expect(field(condition(options), 'Destination')).toHaveAttribute('aria-invalid', 'true')
})

test('editing a rule keeps the fields that no form shows', async ({options, shop, site}) => {
  const extra = {ticket: 'SHOP-7', nested: {list: [1, null, {deep: true}]}}
  const id = await make(
    options,
    'Headers',
    [
      {
        source: {...where('host', 'Equals', 'shop.test', {pageDomains: ['shop.test'], own: 1}), comment: 'of a source'},
        modifications: [{header: 'X-Env', type: 'Modify', value: 'one', color: 'green'}],
        origin: 'import',
      },
    ],
    extra,
  )
  await options.bringToFront()
  await options.getByRole('link', {name: 'a Headers rule'}).click()
  await field(options, 'Name').fill('Staging')
  await field(options, 'Description').fill('For the staging back end')
  await field(condition(options), 'Value').fill('two')
  const methods = await addFilter(condition(options), 'Method')
  await field(methods, 'GET').check()
  await done(methods)
  await save(options)

  const {rules} = await readLibrary(options)
  expect(rules.map(({rule}) => rule)).toMatchObject([
    {
      id,
      name: 'Staging',
      description: 'For the staging back end',
      ...extra,
      pairs: [
        {
          source: {comment: 'of a source', filters: [{pageDomains: ['shop.test'], own: 1, requestMethod: ['GET']}]},
          modifications: [{header: 'X-Env', value: 'two', color: 'green'}],
          origin: 'import',
        },
      ],
    },
  ])
  await fetched(shop, site.url('shop.test', '/echo'))
  expect(site.log.map(({headers}) => headers['x-env'])).toEqual(['two'])
})

test('the form sets the group; the switch of a saved rule acts without saving', async ({options, shop, site}) => {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout'}})
  const seen = async () => {
    site.clear()
    await fetched(shop, site.url('shop.test', '/echo'))
    return site.log[0]?.headers['x-env']
  }
  await openForm(options, 'Headers')
  const form = condition(options)
  await source(form, 'Host', 'equals', 'shop.test')
  await field(form, 'Header').fill('X-Env')
  await field(form, 'Value').fill('staging')
  await field(options, 'Group').selectOption('Checkout')
  const on = options.getByRole('switch', {name: 'Sets X-Env on shop.test', exact: true})
  await on.click()
  await save(options)
  expect(await seen()).toBeUndefined()
  const {rules} = await readLibrary(options)
  expect(rules.map(({rule}) => rule)).toMatchObject([{groupId, status: 'Inactive'}])

  await field(form, 'Value').fill('not saved')
  await on.click()
  await expect(on).toBeChecked()
  await expect.poll(seen).toBe('staging')
  await expect(options.getByText('Unsaved changes')).toBeVisible()
})

test('an unsaved edit survives a visit to the list and can be discarded', async ({options}) => {
  await make(options, 'Delay', [{source: where('host', 'Equals', 'shop.test'), delay: 500}])
  await options.bringToFront()
  const delay = options.getByRole('textbox', {name: 'Delay', exact: true})
  await options.getByRole('link', {name: 'a Delay rule'}).click()
  await delay.fill('1,250')
  await options.getByRole('link', {name: 'Back to rules'}).click()
  await expect(options.getByRole('row', {name: 'a Delay rule'})).toBeFocused()
  await options.getByRole('link', {name: 'a Delay rule'}).click()
  await expect(options.getByText(/^Unsaved changes from \d\d:\d\d$/)).toBeVisible()
  await expect(field(options, 'Delay')).toHaveValue('1250')
  await options.getByRole('button', {name: 'Discard'}).click()
  await expect(field(options, 'Delay')).toHaveValue('500')
  await expect(options.getByText('Unsaved changes')).toBeHidden()
})

test('a rule with an unsupported payload filter is disabled until it is removed', async ({options, shop, site}) => {
  await openForm(options, 'UserAgent')
  const form = condition(options)
  await source(form, 'Path', 'equals', '/echo')
  const payload = await addFilter(form, 'Payload')
  await field(payload, 'Payload key').fill('operationName')
  await field(payload, 'Payload operator').selectOption('contains')
  await field(payload, 'Payload value').fill('Pay')
  await done(payload)
  await field(options, 'User agent').fill('Mine/1')
  await save(options)
  await expect(options.getByRole('complementary')).toContainText('Ignored: it filters by payload')
  const agentOf = async () => {
    site.clear()
    await fetched(shop, site.url('shop.test', '/echo'), {method: 'POST', body: '{"operationName":"Pay"}'})
    return site.log[0]?.headers['user-agent']
  }
  expect(await agentOf()).not.toBe('Mine/1')

  await form.getByRole('button', {name: 'Remove filter Payload operationName contains Pay'}).click()
  await save(options)
  await expect(options.getByRole('complementary')).not.toContainText('Ignored')
  expect(await agentOf()).toBe('Mine/1')
})

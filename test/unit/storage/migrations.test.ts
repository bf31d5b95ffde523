import {openDB} from 'idb'
import {describe, expect, it} from 'vitest'
import {migrate, migrations, type LibrarySchema} from '../../../src/storage/database'
import {aPayload} from '../api/payloads'
import {freshName, inDatabase, openOne} from './open'
import {samples} from './samples'

/** A database of an older version of the extension. */
async function leave(sample: (typeof samples)[number]): Promise<string> {
  const name = freshName()
  const database = await openDB<LibrarySchema>(name, sample.version, {
    upgrade: (opened, from) => migrations.slice(from, sample.version).forEach(step => step(opened)),
  })
  for (const store of ['rules', 'groups', 'trash'] as const)
    for (const entry of sample[store]) await database.put(store, entry)
  for (const [key, value] of Object.entries(sample.values)) await database.put('values', value, key)
  for (const {key, value} of sample.backups) await database.put('backups', value, [...key])
  database.close()
  return name
}

describe('the database', () => {
  it('has a test sample for each schema version', () => {
    expect(samples.map(({version}) => version)).toEqual(migrations.map((_, index) => index + 1))
  })

  it.each(samples)('of version $version opens with all its data', async sample => {
    const databaseName = await leave(sample)
    const library = await openOne({databaseName})
    const {rules, groups, values} = sample
    expect(await library.snapshot()).toEqual({
      revision: values.revision,
      paused: true,
      rules: [rules[1], rules[0]],
      groups,
      trashed: 2,
      teamUrl: null,
    })
    expect(await library.readInstallMemory()).toEqual(values.installMemory)
    expect(await library.listTrash()).toMatchObject([
      {id: 'Group_h', name: 'Old'},
      {id: 'Delay_c', from: 'Shop', ruleType: 'Delay'},
    ])
    const {data} = await library.createRule(aPayload())
    expect(data.createdBy).toBe('User_u')
    expect((await library.snapshot()).rules.at(-1)).toMatchObject({id: data.id, number: 4, rank: 3})
    await library.restore(['Delay_c', 'Group_h'])
    expect((await library.snapshot()).rules.map(({id}) => id)).toEqual(['Delay_c', 'Script_b', 'Cancel_a', data.id])
    const backups = await inDatabase(databaseName, database => database.getAllKeys('backups'))
    expect(backups).toEqual(sample.backups.map(({key}) => [...key]))
  })

  it('is created by applying the migrations in sequence', async () => {
    const database = await openDB<LibrarySchema>(freshName(), migrations.length, {upgrade: migrate})
    expect([...database.objectStoreNames]).toEqual(['backups', 'groups', 'rules', 'trash', 'values'])
    database.close()
  })
})

describe('the memory of the last installation', () => {
  it('is stored without changing the library revision', async () => {
    const library = await openOne()
    expect(await library.readInstallMemory()).toBe(null)
    const {revision} = await library.snapshot()
    const memory = {revision: 5, refused: {a: 'b'}, loops: [{ruleId: 'a', rules: ['a'], chain: ['https://a.test/']}]}
    await library.writeInstallMemory(memory)
    expect(await library.readInstallMemory()).toEqual(memory)
    expect((await library.snapshot()).revision).toBe(revision)
  })

  it('is null if the stored value is malformed', async () => {
    const library = await openOne()
    await library.writeInstallMemory({revision: 'x'} as never)
    expect(await library.readInstallMemory()).toBe(null)
  })
})

it('pausing is stored and changes the library revision', async () => {
  const databaseName = freshName()
  const library = await openOne({databaseName})
  const {revision} = await library.snapshot()
  await library.setPaused(true)
  expect(await (await openOne({databaseName})).snapshot()).toMatchObject({paused: true, revision: revision + 1})
})

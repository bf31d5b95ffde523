import {readFileSync} from 'node:fs'
import {format} from 'prettier'
import {describe, expect, it} from 'vitest'
import * as z from 'zod'
import {ruleFieldNames, type StoredRecord} from '../../../src/model/rule'
import {groupFieldNames} from '../../../src/model/group'
import {pairKinds, ruleTypes} from '../../../src/model/rules'
import {switchyardVersion, writeSwitchyard} from '../../../src/import-export/formats/switchyard'
import {mixedRules} from '../../samples/mixed-rules'
import {aRule} from '../builders'

const published = 'public/schema/rules-1.json'

/** Beside what is of the account, and what is derived: these never leave. */
const known = (names: readonly string[]) =>
  names.filter(name => !['createdBy', 'lastModifiedBy', 'currentOwnerId', 'extensionRules'].includes(name))

const status = {enum: ['Active', 'Inactive']}
const fields: Readonly<Record<string, object>> = {
  id: {type: 'string'},
  name: {type: 'string'},
  description: {type: 'string'},
  status,
  groupId: {type: 'string', description: 'The id of a group of this file, or empty for none.'},
  creationDate: {type: 'number', description: 'Milliseconds since 1970.'},
  modificationDate: {type: 'number', description: 'Milliseconds since 1970.'},
  isSample: {type: 'boolean'},
  isFavourite: {type: 'boolean', description: 'Pinned.'},
  schemaVersion: {type: 'string'},
}

const propertiesOf = (names: readonly string[]) =>
  Object.fromEntries(known(names).flatMap(name => (fields[name] === undefined ? [] : [[name, fields[name]]])))

/** The schema of the file, its pairs out of the contract's own. */
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Rules and groups of Switchyard',
  description: 'What Switchyard exports and imports. Fields that are not named here are kept as they come.',
  type: 'object',
  required: ['format', 'version', 'groups', 'rules'],
  properties: {
    format: {const: 'switchyard'},
    version: {const: switchyardVersion},
    groups: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        properties: {...propertiesOf(groupFieldNames), objectType: {const: 'group'}},
      },
    },
    rules: {
      type: 'array',
      description: 'In their order, group by group and those in no group last: the upper one wins.',
      items: {
        anyOf: ruleTypes.map(type => {
          const {$schema: _, ...pair} = z.toJSONSchema(pairKinds[type].schema)
          return {
            type: 'object',
            required: ['name', 'objectType', 'ruleType', 'pairs'],
            properties: {
              ...propertiesOf(ruleFieldNames),
              objectType: {const: 'rule'},
              ruleType: {const: type},
              pairs: {type: 'array', minItems: 1, items: pair},
            },
          }
        }),
      },
    },
  },
}

describe('the published schema of Switchyard files', () => {
  // A change of the contract is taken over by `npx vitest run schema -u`.
  it('equals the schema of the contract', async () => {
    const text = await format(JSON.stringify(schema), {parser: 'json', printWidth: 120, bracketSpacing: false})
    await expect(text).toMatchFileSnapshot(`../../../${published}`)
  })

  it('knows every field of rules and groups', () =>
    expect(
      [...known(ruleFieldNames), ...known(groupFieldNames)].filter(
        name => fields[name] === undefined && !['objectType', 'ruleType', 'pairs'].includes(name),
      ),
    ).toEqual([]))

  it('accepts exported files and nothing else', () => {
    const reads = z.fromJSONSchema(
      JSON.parse(readFileSync(published, 'utf8')) as Parameters<typeof z.fromJSONSchema>[0],
    )
    const file = (rules: readonly StoredRecord[]): unknown =>
      JSON.parse(
        writeSwitchyard({
          rules,
          groups: [{id: 'Group_1', name: 'Shop', status: 'Active', objectType: 'group', isFavourite: false}],
        }),
      )
    const all = [...ruleTypes.map(type => ({...aRule(type)})), ...mixedRules(100)]
    expect(reads.safeParse(file(all)).error).toBeUndefined()
    expect(reads.safeParse(file([{...aRule('Delay'), pairs: [{delay: 'long'}]}])).success).toBe(false)
    expect(reads.safeParse({rules: []}).success).toBe(false)
  })
})

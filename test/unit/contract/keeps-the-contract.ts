import {beforeEach, describe, expect, it} from 'vitest'
import {isRecord} from '../../../src/contract/json'
import type {RuleService} from '../../../src/contract/rule-service'
import {isServiceError, type ServiceError} from '../../../src/contract/service-error'
import {isRuleType, ruleTypes, type RuleType} from '../../../src/contract/rules'
import {invalidRules} from './invalid-rules'
import {aPayload, documentedPairs, documentedSource, withoutField, type Payload} from './payloads'

const refusalOf = async (call: Promise<unknown>): Promise<ServiceError> => {
  const error: unknown = await call.then(
    () => new Error('The call was not refused'),
    (reason: unknown) => reason,
  )
  if (!isServiceError(error)) throw error
  return error
}

const fieldsOf = (error: ServiceError) => error.faults.map(({path}) => path)

/**
 * What any rule service must do, on this device or over HTTP. `open` gives one that holds nothing yet. Only the service's own calls
 * are used, and what the contract leaves open is tested where the service has it.
 */
export function keepsTheContract(name: string, open: () => Promise<RuleService>): void {
  describe(`the rule service ${name}`, () => {
    let service: RuleService
    beforeEach(async () => {
      service = await open()
    })
    const create = async (overrides: Payload = {}) => (await service.createRule(aPayload('Redirect', overrides))).data
    const createGroup = async (payload: Payload = {name: 'A group'}) => (await service.createGroup(payload)).data

    describe('when a rule is created', () => {
      it.each(ruleTypes)('answers a %s rule with every documented field', async ruleType => {
        const before = Date.now()
        const {success, data} = await service.createRule(aPayload(ruleType))
        expect(success).toBe(true)
        expect(data).toMatchObject({
          name: `A ${ruleType} rule`,
          description: '',
          objectType: 'rule',
          ruleType,
          status: 'Active',
          groupId: '',
          isSample: false,
          isFavourite: false,
          schemaVersion: '3.0.0',
        })
        expect(data.id).toMatch(new RegExp(`^${ruleType}_.+`))
        expect(data.pairs).toHaveLength(1)
        expect(data.pairs[0]?.id).toEqual(expect.stringMatching(/./))
        expect(data.creationDate).toBeGreaterThanOrEqual(before - 60_000)
        expect(data.modificationDate).toBeGreaterThanOrEqual(data.creationDate ?? Infinity)
        for (const who of ['createdBy', 'lastModifiedBy', 'currentOwnerId'] as const)
          expect(data[who]).toEqual(expect.stringMatching(/./))
        expect(Array.isArray(data.extensionRules)).toBe(true)
      })

      it('derives the extension rules that the document shows for a redirect', async () => {
        const {extensionRules} = await create({extensionRules: [{action: {type: 'block'}, condition: {}}]})
        expect(extensionRules).toEqual([
          {
            action: {type: 'redirect', redirect: {url: 'https://www.bing.com/'}},
            condition: {
              urlFilter: '|https://www.google.com/|',
              isUrlFilterCaseSensitive: true,
              excludedInitiatorDomains: expect.any(Array) as unknown,
              excludedRequestDomains: expect.any(Array) as unknown,
            },
          },
        ])
      })

      it('takes the status, description, group and fields of its own that are given', async () => {
        const {id: groupId} = await createGroup()
        const given = {status: 'Inactive', description: 'Why', groupId}
        expect(await create(given)).toMatchObject(given)
      })

      it('gives every record and every pair an id of its own', async () => {
        const rules = await Promise.all(
          Array.from({length: 5}, () => create({pairs: [documentedPairs.Redirect, documentedPairs.Redirect]})),
        )
        expect(new Set(rules.map(({id}) => id)).size).toBe(5)
        for (const {pairs} of rules) expect(new Set(pairs.map(({id}) => id)).size).toBe(2)
      })

      it('does not take what is the service’s to say', async () => {
        const rule = await create({id: 'mine', creationDate: 'never', createdBy: 5, schemaVersion: 1, isSample: true})
        expect(rule.id).not.toBe('mine')
        expect(rule).toMatchObject({schemaVersion: '3.0.0', isSample: false})
        expect(typeof rule.creationDate).toBe('number')
      })

      it.each(invalidRules)('refuses %s with 400, naming the field', async (_what, payload, field) => {
        const error = await refusalOf(service.createRule(payload))
        expect({status: error.status, fields: fieldsOf(error)}).toEqual({status: 400, fields: [field]})
        expect(error.faults[0]?.reason).not.toBe('')
        expect(error.message).toContain(error.faults[0]?.reason)
      })

      it.each([null, undefined, 'rule', 5, []])('refuses %j for a payload with 400', async payload => {
        expect((await refusalOf(service.createRule(payload))).status).toBe(400)
      })

      it('names the rule in its refusal', async () => {
        const error = await refusalOf(service.createRule(aPayload('Cancel', {name: 'No ads', pairs: []})))
        expect(error.message).toContain('No ads')
      })

      it('refuses a group that does not exist with 404, and keeps nothing', async () => {
        expect((await refusalOf(create({groupId: 'Group_none'}))).status).toBe(404)
        expect((await service.listRules()).total).toBe(0)
      })
    })

    describe('when a rule is updated', () => {
      it('answers without the six fields that the document leaves out', async () => {
        const rule = await create()
        const {success, data} = await service.updateRule(rule.id, aPayload('Redirect', {name: 'Renamed'}))
        expect(success).toBe(true)
        const lacking = ['groupId', 'isSample', 'isFavourite', 'schemaVersion', 'extensionRules', 'currentOwnerId']
        expect(
          Object.keys(rule)
            .filter(field => !(field in data))
            .toSorted(),
        ).toEqual(lacking.toSorted())
        expect(data).toMatchObject({id: rule.id, name: 'Renamed', creationDate: rule.creationDate})
      })

      it('changes the modification date', async () => {
        const rule = await create()
        const {data} = await service.updateRule(rule.id, aPayload())
        expect(data.modificationDate).toBeGreaterThan(rule.modificationDate ?? Infinity)
      })

      it('takes an omitted status for Active, as documented', async () => {
        const rule = await create({status: 'Inactive'})
        expect((await service.updateRule(rule.id, aPayload())).data.status).toBe('Active')
        expect((await service.updateRule(rule.id, aPayload('Redirect', {status: 'Inactive'}))).data.status).toBe(
          'Inactive',
        )
      })

      it('moves a rule into a group and out of it', async () => {
        const {id: groupId} = await createGroup()
        const rule = await create()
        await service.updateRule(rule.id, aPayload('Redirect', {groupId}))
        expect((await service.getRule(rule.id)).data.groupId).toBe(groupId)
        await service.updateRule(rule.id, aPayload('Redirect', {groupId: ''}))
        expect((await service.getRule(rule.id)).data.groupId).toBe('')
      })

      it('derives the extension rules anew', async () => {
        const rule = await create()
        const pairs = [{...documentedPairs.Redirect, destination: 'https://duckduckgo.com/'}]
        await service.updateRule(rule.id, aPayload('Redirect', {pairs}))
        expect((await service.getRule(rule.id)).data.extensionRules?.[0]?.action.redirect?.url).toBe(
          'https://duckduckgo.com/',
        )
      })

      it('refuses a change of type with 405, and changes nothing', async () => {
        const rule = await create()
        const error = await refusalOf(service.updateRule(rule.id, aPayload('Cancel')))
        expect(error.status).toBe(405)
        expect((await service.getRule(rule.id)).data).toEqual(rule)
      })

      it.each(invalidRules.filter(([, payload]) => isRuleType(payload['ruleType'])))(
        'refuses %s with 400, and changes nothing',
        async (_what, payload, field) => {
          const {data: rule} = await service.createRule(aPayload(payload['ruleType'] as RuleType))
          const error = await refusalOf(service.updateRule(rule.id, payload))
          expect({status: error.status, fields: fieldsOf(error)}).toEqual({status: 400, fields: [field]})
          expect((await service.getRule(rule.id)).data).toEqual(rule)
        },
      )

      it.each(['name', 'objectType', 'ruleType', 'pairs'])('refuses a payload without %s with 400', async field => {
        const rule = await create()
        const error = await refusalOf(service.updateRule(rule.id, withoutField(aPayload(), field)))
        expect({status: error.status, fields: fieldsOf(error)}).toEqual({status: 400, fields: [field]})
      })

      it('refuses a rule, or a group, that does not exist with 404', async () => {
        expect((await refusalOf(service.updateRule('Redirect_none', aPayload()))).status).toBe(404)
        const rule = await create()
        const gone = service.updateRule(rule.id, aPayload('Redirect', {groupId: 'Group_none'}))
        expect((await refusalOf(gone)).status).toBe(404)
      })
    })

    describe('when a rule is read', () => {
      it('answers what creating it answered', async () => {
        const rule = await create({description: 'Why'})
        expect(await service.getRule(rule.id)).toEqual({success: true, data: rule})
      })

      it.each(['Redirect_none', '__proto__', 'constructor'])('refuses the unknown id %s with 404', async id => {
        expect((await refusalOf(service.getRule(id))).status).toBe(404)
      })
    })

    describe('when rules are listed', () => {
      it('answers an empty page where there are none', async () => {
        expect(await service.listRules()).toEqual({success: true, data: [], total: 0, nextOffset: null})
      })

      it('answers 30 at a time, and all of them once by nextOffset', async () => {
        for (let index = 0; index < 80; index++) await create({name: `Rule ${index}`})
        const first = await service.listRules()
        expect({length: first.data.length, total: first.total, nextOffset: first.nextOffset}).toEqual({
          length: 30,
          total: 80,
          nextOffset: 30,
        })
        const names: unknown[] = []
        for (let offset: number | null = 0; offset !== null;) {
          const page: Awaited<ReturnType<RuleService['listRules']>> = await service.listRules({offset, pageSize: 7})
          names.push(...page.data.map(rule => rule['name']))
          offset = page.nextOffset
        }
        expect(names).toEqual(Array.from({length: 80}, (_, index) => `Rule ${index}`))
        expect((await service.listRules({pageSize: 75})).data).toHaveLength(75)
        expect((await service.listRules({offset: 79})).nextOffset).toBe(null)
        expect(await service.listRules({offset: 500})).toMatchObject({data: [], total: 80, nextOffset: null})
      })

      it('shows each with its flags, its schema version and its extension rules', async () => {
        const rule = await create()
        const {data} = await service.listRules()
        for (const field of ['isSample', 'isFavourite', 'schemaVersion', 'extensionRules', 'pairs'] as const)
          expect(data[0]?.[field]).toEqual(rule[field])
      })

      it.each([
        ['offset', {offset: -1}],
        ['offset', {offset: 1.5}],
        ['offset', {offset: Number.NaN}],
        ['pageSize', {pageSize: 0}],
        ['pageSize', {pageSize: 76}],
        ['pageSize', {pageSize: 2.5}],
      ])('refuses a page by its %s with 400: %j', async (field, page) => {
        const error = await refusalOf(service.listRules(page))
        expect({status: error.status, fields: fieldsOf(error)}).toEqual({status: 400, fields: [field]})
      })
    })

    describe('keeps what it does not know', () => {
      const strange = {of: ['the', {app: null}]}
      const source = {...documentedSource, extra: strange}
      const pairs = [{source, modifications: [{header: 'a', type: 'Remove', extra: strange}], extra: strange}]

      it('through create, read, list and update', async () => {
        const {data: rule} = await service.createRule(aPayload('Headers', {pairs, extra: strange, none: null}))
        const expected = {
          extra: strange,
          none: null,
          pairs: [
            {source: {extra: strange}, modifications: [{header: 'a', type: 'Remove', extra: strange}], extra: strange},
          ],
        }
        expect(rule).toMatchObject(expected)
        await service.updateRule(rule.id, {...aPayload('Headers'), pairs: rule.pairs})
        expect((await service.getRule(rule.id)).data).toMatchObject(expected)
        expect((await service.listRules()).data[0]).toMatchObject(expected)
      })

      it('without letting a key of every object through', async () => {
        const text = JSON.stringify(aPayload('Cancel', {PROTO: {status: 'Inactive', polluted: true}})).replaceAll(
          '"PROTO"',
          '"__proto__"',
        )
        const {data} = await service.createRule(JSON.parse(text))
        expect(data.status).toBe('Active')
        expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
        expect('polluted' in {}).toBe(false)
        expect('polluted' in data).toBe(false)
      })
    })

    describe('when a group is created or updated', () => {
      it('answers every documented field, with the documented defaults', async () => {
        const {success, data} = await service.createGroup({name: 'Shop'})
        expect(success).toBe(true)
        expect(data).toMatchObject({name: 'Shop', objectType: 'group', status: 'Active', isFavourite: false})
        expect(data.id).toMatch(/^Group_.+/)
        expect(data.modificationDate).toBe(data.creationDate)
        for (const who of ['createdBy', 'lastModifiedBy', 'currentOwnerId'] as const)
          expect(data[who]).toEqual(expect.stringMatching(/./))
      })

      it('takes what is given', async () => {
        const given = {name: 'Shop', status: 'Inactive', isFavourite: true}
        expect(await createGroup(given)).toMatchObject(given)
      })

      it('answers an update without its owner, what is omitted being the documented default', async () => {
        const group = await createGroup({name: 'Shop', status: 'Inactive', isFavourite: true, extra: 1})
        const {data} = await service.updateGroup(group.id, {name: 'Store'})
        expect(Object.keys(group).filter(field => !(field in data))).toEqual(['currentOwnerId'])
        expect(data).toMatchObject({id: group.id, name: 'Store', status: 'Active', isFavourite: false, extra: 1})
        expect(data['modificationDate']).toBeGreaterThan(Number(group.modificationDate))
      })

      it.each([
        ['no name', {}, 'name'],
        ['an empty name', {name: ''}, 'name'],
        ['a number for a name', {name: 1}, 'name'],
        ['an unknown status', {name: 'a', status: 'On'}, 'status'],
        ['a text for isFavourite', {name: 'a', isFavourite: 'yes'}, 'isFavourite'],
        ['null', null, ''],
      ])('refuses %s with 400, naming the field', async (_what, payload, field) => {
        const group = await createGroup()
        for (const call of [service.createGroup(payload), service.updateGroup(group.id, payload)]) {
          const error = await refusalOf(call)
          expect({status: error.status, fields: fieldsOf(error)}).toEqual({status: 400, fields: [field]})
        }
      })

      it('tells an id that is no group’s (400) from a group that does not exist (404)', async () => {
        expect((await refusalOf(service.updateGroup('Redirect_1', {name: 'a'}))).status).toBe(400)
        expect((await refusalOf(service.updateGroup('Group_none', {name: 'a'}))).status).toBe(404)
      })
    })

    describe('beyond the contract, where it can,', () => {
      it('lists groups in pages', async context => {
        if (service.listGroups === undefined) return context.skip()
        for (const each of ['a', 'b', 'c']) await createGroup({name: each})
        const page = await service.listGroups({offset: 1, pageSize: 1})
        expect(page).toMatchObject({success: true, data: [{name: 'b'}], total: 3, nextOffset: 2})
        expect((await refusalOf(service.listGroups({pageSize: 76}))).status).toBe(400)
      })

      it('deletes a rule', async context => {
        if (service.deleteRule === undefined) return context.skip()
        const rule = await create()
        await service.deleteRule(rule.id)
        expect((await refusalOf(service.getRule(rule.id))).status).toBe(404)
        expect((await refusalOf(service.deleteRule(rule.id))).status).toBe(404)
      })

      it('deletes a group, whose rules become ungrouped', async context => {
        if (service.deleteGroup === undefined) return context.skip()
        const group = await createGroup()
        const rule = await create({groupId: group.id})
        await service.deleteGroup(group.id)
        expect((await service.getRule(rule.id)).data.groupId).toBe('')
        expect((await refusalOf(service.updateGroup(group.id, {name: 'a'}))).status).toBe(404)
        expect((await refusalOf(service.deleteGroup(group.id))).status).toBe(404)
      })
    })

    it('answers nothing that a caller could change it by', async () => {
      const payload = aPayload('Redirect', {extra: {list: [1]}})
      const {data} = await service.createRule(payload)
      const before = structuredClone((await service.getRule(data.id)).data)
      const harm = (value: unknown) => {
        if (isRecord(value)) (value['extra'] as {list: number[]}).list.push(2)
      }
      harm(payload)
      harm(data)
      harm((await service.listRules()).data[0])
      expect((await service.getRule(data.id)).data).toEqual(before)
    })
  })
}

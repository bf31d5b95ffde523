import {beforeEach, describe, expect, it} from 'vitest'
import {isRecord} from '../../../src/model/json'
import type {RuleService} from '../../../src/api/rule-service'
import {answersFit} from './response-shapes'
import {benchOf, fieldsOf, refusalOf} from './bench'
import {aPayload, documentedSource} from './payloads'
import {writesRules} from './rule-writes'

/**
 * The contract of every rule service, local or over HTTP. `open` returns an empty one.
 * Operations outside the contract are tested only if the service has them.
 */
export function testServiceContract(name: string, open: () => Promise<RuleService>): void {
  describe(`the rule service ${name}`, () => {
    let service: RuleService
    beforeEach(async () => {
      service = await open()
    })
    const bench = benchOf(() => service)
    const {create, createGroup} = bench

    writesRules(bench)
    answersFit(bench)

    describe('when a rule is read', () => {
      it('returns the same as its creation', async () => {
        const rule = await create({description: 'Why'})
        expect(await service.getRule(rule.id)).toEqual({success: true, data: rule})
      })

      it.each(['Redirect_none', '__proto__', 'constructor'])('refuses the unknown id %s with 404', async id => {
        expect((await refusalOf(service.getRule(id))).status).toBe(404)
      })
    })

    describe('when rules are listed', () => {
      it('returns an empty page if there are none', async () => {
        expect(await service.listRules()).toEqual({success: true, data: [], total: 0, nextOffset: null})
      })

      it('returns 30 per page, and all of them once by nextOffset', async () => {
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

      it('returns each rule with its flags, schema version and extension rules', async () => {
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

      it.each([[null], ['all'], [[]]])('refuses an invalid page request with 400: %j', async page => {
        expect((await refusalOf(service.listRules(page as never))).status).toBe(400)
      })
    })

    describe('keeps unknown fields', () => {
      const strange = {of: ['the', {app: null}]}
      const source = {...documentedSource, extra: strange}
      const pairs = [{source, modifications: [{header: 'a', type: 'Remove', extra: strange}], extra: strange}]

      it('on create, read, list and update', async () => {
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

      it('but no key of Object.prototype', async () => {
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
      it('returns every documented field, with the documented defaults', async () => {
        const {success, data} = await service.createGroup({name: 'Shop'})
        expect(success).toBe(true)
        expect(data).toMatchObject({name: 'Shop', objectType: 'group', status: 'Active', isFavourite: false})
        expect(data.id).toMatch(/^Group_.+/)
        expect(data.modificationDate).toBe(data.creationDate)
        for (const who of ['createdBy', 'lastModifiedBy', 'currentOwnerId'] as const)
          expect(data[who]).toEqual(expect.stringMatching(/./))
      })

      it('uses the given values', async () => {
        const given = {name: 'Shop', status: 'Inactive', isFavourite: true}
        expect(await createGroup(given)).toMatchObject(given)
      })

      it('returns an update without its owner and with default values', async () => {
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
        for (const call of [() => service.createGroup(payload), () => service.updateGroup(group.id, payload)]) {
          const error = await refusalOf(call())
          expect({status: error.status, fields: fieldsOf(error)}).toEqual({status: 400, fields: [field]})
        }
      })

      it('refuses an impossible group id with 400 and an unknown one with 404', async () => {
        expect((await refusalOf(service.updateGroup('Redirect_1', {name: 'a'}))).status).toBe(400)
        expect((await refusalOf(service.updateGroup('Group_none', {name: 'a'}))).status).toBe(404)
      })
    })

    describe('with operations beyond the contract', () => {
      it('lists groups in pages', async context => {
        if (service.listGroups === undefined) return context.skip()
        for (const each of ['a', 'b', 'c']) await createGroup({name: each})
        const page = await service.listGroups({offset: 1, pageSize: 1})
        expect(page).toMatchObject({success: true, data: [{name: 'b'}], total: 3, nextOffset: 2})
        expect((await refusalOf(service.listGroups({pageSize: 76}))).status).toBe(400)
      })

      it('refuses only a change of an outdated version', async () => {
        const {id, modificationDate} = (await service.createRule(aPayload())).data
        const changed = (await service.updateRule(id, aPayload('Redirect', {name: 'B'}), modificationDate)).data
        const stale = {status: 400, code: 'changed-since'}
        await expect(service.updateRule(id, aPayload(), modificationDate)).rejects.toMatchObject(stale)
        await expect(service.deleteRule?.(id, modificationDate)).rejects.toMatchObject(stale)
        expect((await service.getRule(id)).data.name).toBe('B')
        await service.deleteRule?.(id, changed.modificationDate)
        const group = (await service.createGroup({name: 'G'})).data
        await service.updateGroup(group.id, {name: 'H'}, group.modificationDate)
        await expect(service.updateGroup(group.id, {name: 'I'}, group.modificationDate)).rejects.toMatchObject(stale)
        await expect(service.deleteGroup?.(group.id, group.modificationDate)).rejects.toMatchObject(stale)
      })

      it('deletes a rule', async context => {
        if (service.deleteRule === undefined) return context.skip()
        const rule = await create()
        await service.deleteRule(rule.id)
        expect((await refusalOf(service.getRule(rule.id))).status).toBe(404)
        expect((await refusalOf(service.deleteRule(rule.id))).status).toBe(404)
      })

      it('deletes a group and ungroups its rules', async context => {
        if (service.deleteGroup === undefined) return context.skip()
        const group = await createGroup()
        const rule = await create({groupId: group.id})
        await service.deleteGroup(group.id)
        expect((await service.getRule(rule.id)).data.groupId).toBe('')
        expect((await refusalOf(service.updateGroup(group.id, {name: 'a'}))).status).toBe(404)
        expect((await refusalOf(service.deleteGroup(group.id))).status).toBe(404)
      })
    })

    it('returns copies that do not change the stored records', async () => {
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

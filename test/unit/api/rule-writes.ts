import {shownError} from '../shown-error'
import {faultTexts} from '../../../src/locales/faults'
import {describe, expect, it} from 'vitest'
import {isRuleType, ruleTypes, type RuleType} from '../../../src/model/rules/index'
import {fieldsOf, refusalOf, type Bench} from './bench'
import {invalidRules} from '../model/invalid-rules'
import {aPayload, documentedPairs, withoutField} from './payloads'

/** Tests "Create rule" and "Update rule" of the contract document. */
export function writesRules({service, create, createGroup}: Bench): void {
  describe('when a rule is created', () => {
    it.each(ruleTypes)('returns a %s rule with every documented field', async ruleType => {
      const before = Date.now()
      const {success, data} = await service().createRule(aPayload(ruleType))
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

    it('derives the documented extension rules of a redirect', async () => {
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

    it('uses the given status, description, group and unknown fields', async () => {
      const {id: groupId} = await createGroup()
      const given = {status: 'Inactive', description: 'Why', groupId}
      expect(await create(given)).toMatchObject(given)
    })

    it('gives every record and every pair a unique id', async () => {
      const rules = await Promise.all(
        Array.from({length: 5}, () => create({pairs: [documentedPairs.Redirect, documentedPairs.Redirect]})),
      )
      expect(new Set(rules.map(({id}) => id)).size).toBe(5)
      for (const {pairs} of rules) expect(new Set(pairs.map(({id}) => id)).size).toBe(2)
    })

    it('ignores fields that the service owns', async () => {
      const rule = await create({id: 'mine', creationDate: 'never', createdBy: 5, schemaVersion: 1, isSample: true})
      expect(rule.id).not.toBe('mine')
      expect(rule).toMatchObject({schemaVersion: '3.0.0', isSample: false})
      expect(typeof rule.creationDate).toBe('number')
    })

    it.each(invalidRules)('refuses %s with 400, naming the field', async (_what, payload, field) => {
      const error = await refusalOf(service().createRule(payload))
      expect({status: error.status, fields: fieldsOf(error)}).toEqual({status: 400, fields: [field]})
      const [reason] = error.faults.map(fault => faultTexts.show(fault.reason))
      expect(reason).not.toBe('')
      expect(shownError(error)).toContain(reason)
    })

    it.each([null, undefined, 'rule', 5, []])('refuses the payload %j with 400', async payload => {
      expect((await refusalOf(service().createRule(payload))).status).toBe(400)
    })

    it('names the rule in the error', async () => {
      const error = await refusalOf(service().createRule(aPayload('Cancel', {name: 'No ads', pairs: []})))
      expect(shownError(error)).toContain('No ads')
    })

    it('refuses an unknown group with 404 and stores nothing', async () => {
      expect((await refusalOf(create({groupId: 'Group_none'}))).status).toBe(404)
      expect((await service().listRules()).total).toBe(0)
    })
  })

  describe('when a rule is updated', () => {
    it('returns a rule without the six undocumented fields', async () => {
      const rule = await create()
      const {success, data} = await service().updateRule(rule.id, aPayload('Redirect', {name: 'Renamed'}))
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
      const {data} = await service().updateRule(rule.id, aPayload())
      expect(data.modificationDate).toBeGreaterThan(rule.modificationDate ?? Infinity)
    })

    it('treats an omitted status as Active, as documented', async () => {
      const rule = await create({status: 'Inactive'})
      expect((await service().updateRule(rule.id, aPayload())).data.status).toBe('Active')
      expect((await service().updateRule(rule.id, aPayload('Redirect', {status: 'Inactive'}))).data.status).toBe(
        'Inactive',
      )
    })

    it('moves a rule into a group and out of it', async () => {
      const {id: groupId} = await createGroup()
      const rule = await create()
      await service().updateRule(rule.id, aPayload('Redirect', {groupId}))
      expect((await service().getRule(rule.id)).data.groupId).toBe(groupId)
      await service().updateRule(rule.id, aPayload('Redirect', {groupId: ''}))
      expect((await service().getRule(rule.id)).data.groupId).toBe('')
    })

    it('derives the extension rules again', async () => {
      const rule = await create()
      const pairs = [{...documentedPairs.Redirect, destination: 'https://duckduckgo.com/'}]
      await service().updateRule(rule.id, aPayload('Redirect', {pairs}))
      expect((await service().getRule(rule.id)).data.extensionRules?.[0]?.action.redirect?.url).toBe(
        'https://duckduckgo.com/',
      )
    })

    it('refuses a change of type with 405 and changes nothing', async () => {
      const rule = await create()
      const error = await refusalOf(service().updateRule(rule.id, aPayload('Cancel')))
      expect(error.status).toBe(405)
      expect((await service().getRule(rule.id)).data).toEqual(rule)
    })

    it.each(invalidRules.filter(([, payload]) => isRuleType(payload['ruleType'])))(
      'refuses %s with 400 and changes nothing',
      async (_what, payload, field) => {
        const {data: rule} = await service().createRule(aPayload(payload['ruleType'] as RuleType))
        const error = await refusalOf(service().updateRule(rule.id, payload))
        expect({status: error.status, fields: fieldsOf(error)}).toEqual({status: 400, fields: [field]})
        expect((await service().getRule(rule.id)).data).toEqual(rule)
      },
    )

    it.each(['name', 'objectType', 'ruleType', 'pairs'])('refuses a payload without %s with 400', async field => {
      const rule = await create()
      const error = await refusalOf(service().updateRule(rule.id, withoutField(aPayload(), field)))
      expect({status: error.status, fields: fieldsOf(error)}).toEqual({status: 400, fields: [field]})
    })

    it('refuses an unknown rule or group with 404', async () => {
      expect((await refusalOf(service().updateRule('Redirect_none', aPayload()))).status).toBe(404)
      const rule = await create()
      const gone = service().updateRule(rule.id, aPayload('Redirect', {groupId: 'Group_none'}))
      expect((await refusalOf(gone)).status).toBe(404)
    })
  })
}

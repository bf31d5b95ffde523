import {expect, it} from 'vitest'
import {ruleTypes} from '../../../src/model/rules'
import {createPrefilledDraft} from '../../../src/ui/options/editor/drafts/drafts'

const filtersFor = (type: 'websocket' | 'script', method: string) =>
  ruleTypes.map(ruleType => {
    const {pairs} = createPrefilledDraft(ruleType, {url: 'https://a.test/x#y', method, type, answer: null})
    return pairs[0]?.pair.source?.filters
  })

it('a rule from a request filters its method and type, for a WebSocket only its type', () => {
  for (const filters of filtersFor('script', 'GET'))
    expect(filters).toEqual([{requestMethod: ['GET']}, {resourceType: ['script']}])
  for (const filters of filtersFor('websocket', 'GET')) expect(filters).toEqual([{resourceType: ['websocket']}])
  for (const filters of filtersFor('script', 'PROPFIND')) expect(filters).toEqual([{resourceType: ['script']}])
})

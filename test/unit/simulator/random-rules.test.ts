import {expect, it} from 'vitest'
import type {Rule} from '../../../src/model/rule'
import type {Source} from '../../../src/model/source'
import type {TestRequest} from '../../../src/simulator/test-request'
import type {Verdict} from '../../../src/simulator/verdict'
import {chance, type Chance} from '../../browser/oracle/chance'
import {aRule} from '../ui/builders'
import {explained} from '../ui/explained'

const hosts = ['shop.test', 'api.test']
const paths = ['/v1/cart', '/v2/cart']

function anySource({pick, percent}: Chance): Source {
  const source = pick<Source>([
    {key: 'host', operator: 'Equals', value: pick(hosts)},
    {key: 'path', operator: 'Contains', value: pick(['/v1/', '/v2/', '/cart'])},
    {key: 'url', operator: 'Wildcard_Matches', value: `https://${pick(hosts)}/${pick(['v1/', 'v2/', ''])}*`},
    {key: 'url', operator: 'Contains', value: pick(['test', 'debug=1', 'lang=de', 'api'])},
    {key: 'url', operator: 'Equals', value: `https://${pick(hosts)}${pick(paths)}`},
  ])
  const filter = pick<NonNullable<Source['filters']>[number]>([
    {resourceType: ['xmlhttprequest']},
    {requestMethod: ['POST']},
    {pageDomains: ['other.test']},
  ])
  return percent(20) ? {...source, filters: [filter]} : source
}

/** Most difficult cases follow a changed URL. */
function anyRule(by: Chance, name: string, isMoving: boolean): Rule {
  const {pick} = by
  const source = anySource(by)
  const [url, serveWithoutRequest] = [`https://${pick(hosts)}${pick(paths)}`, pick([true, false])]
  const [from, to] = pick([
    ['/v1/', '/v2/'],
    [pick(hosts), pick(hosts)],
    ['cart', 'items'],
    ['/\\/v1(?=\\/)/', '/v2'],
  ] as const)
  const param = pick([
    {param: 'debug', type: 'Add', value: '1'},
    {param: 'lang', type: 'Modify', value: 'de'},
    {param: 'lang', type: 'Remove'},
    {param: '', type: 'Remove All'},
  ] as const)
  const header = pick([
    {header: 'X-Env', type: 'Modify', value: name, target: 'Request'},
    {header: 'X-Env', type: 'Remove', target: 'Request'},
  ] as const)
  const moving = [
    () => aRule('Redirect', {name, pairs: [{source, destinationType: 'url', destination: url}]}),
    () => aRule('Replace', {name, pairs: [{source, from, to}]}),
  ]
  const others = [
    () => aRule('Cancel', {name, pairs: [{source}]}),
    () => aRule('QueryParam', {name, pairs: [{source, modifications: [param]}]}),
    () => aRule('Headers', {name, pairs: [{source, modifications: [header]}]}),
    () => aRule('UserAgent', {name, pairs: [{source, userAgent: name}]}),
    () => aRule('Response', {name, pairs: [{source, type: 'static', value: name, serveWithoutRequest}]}),
    () => aRule('Response', {name, pairs: [{source, type: 'code', value: 'args => args.response'}]}),
    () => aRule('Request', {name, pairs: [{source, type: 'static', value: name}]}),
    () => aRule('Delay', {name, pairs: [{source, delay: pick([500, 1500])}]}),
  ]
  return pick<() => Rule>(isMoving ? moving : [...moving, ...others])()
}

const anyRequest = ({pick}: Chance): Partial<TestRequest> => ({
  url: `https://${pick(hosts)}${pick(paths)}${pick(['', '', '?lang=de', '?debug=1'])}`,
  resourceType: pick(['xmlhttprequest', 'xmlhttprequest', 'main_frame', 'script', 'image']),
  method: pick(['GET', 'GET', 'POST']),
})

const acts = ({effect}: Verdict) => effect !== null
/** Reasons that do not depend on other rules. */
const independentReasons: ReadonlySet<string | undefined> = new Set([
  'source',
  'filter',
  'request-type',
  'no-text',
  'same',
])

/** All URLs of the request that the verdicts show. */
function listUrls({url, finalUrl, verdicts}: ReturnType<typeof explained>): readonly string[] {
  const sent = verdicts.flatMap(({effect}) => (effect?.kind === 'redirected' ? [effect.from, effect.to] : []))
  return [
    ...new Set([url, finalUrl, ...sent, ...verdicts.flatMap(each => (acts(each) ? [each.match?.url ?? url] : []))]),
  ]
}

/** Returns an error message if a verdict is not true. */
function findUntrueVerdict(
  verdict: Verdict,
  all: ReturnType<typeof explained>,
  tested: Partial<TestRequest>,
): string | undefined {
  const {reason, candidate} = verdict
  const {rule} = candidate
  if (independentReasons.has(reason?.why)) {
    const queries = all.verdicts.filter(each => each.candidate.rule.ruleType === 'QueryParam')
    // One QueryParam rule may undo the change of another.
    if (rule.ruleType === 'QueryParam' && queries.length > 1) return undefined
    const at = listUrls(all).find(url => acts(explained({draft: rule, request: {...tested, url}}).draft))
    return at && `${rule.name}, ${reason?.why}, acts at ${at}`
  }
  if (reason === null || !('by' in reason) || !('id' in reason.by)) return undefined
  const {name} = reason.by
  const by = all.verdicts.find(each => each.candidate.rule.name === name)
  // A rule that changes nothing still overrides lower ones.
  return by && (acts(by) || by.kind === 'hidden' || by.reason?.why === 'same')
    ? undefined
    : `${rule.name} names , which does not act`
}

it('the verdicts for random rules are true', () => {
  const by = chance(20_261)
  const mistakes: unknown[] = []
  const tally = new Map<string, number>()
  for (let round = 0; round < 4_000; round++) {
    const names = ['a', 'b', 'c', 'd', 'e'].slice(0, 2 + by.below(4))
    const moving = by.pick(names)
    const rules = names.map(name => anyRule(by, name, name === moving))
    const [draft, ...others] = rules
    if (!draft) continue
    const tested = anyRequest(by)
    const all = explained({draft, others, request: tested})
    if (all.verdicts.some(({reason}) => reason?.why === 'loop')) continue
    for (const verdict of all.verdicts) {
      const why = verdict.reason?.why ?? 'acts'
      tally.set(why, (tally.get(why) ?? 0) + 1)
      const mistake = findUntrueVerdict(verdict, all, tested)
      if (mistake !== undefined) mistakes.push({mistake, tested, rules: rules.map(({name, pairs}) => ({name, pairs}))})
    }
  }
  expect(mistakes).toEqual([])
  const rare = [
    'acts',
    'acts-first',
    'goes-elsewhere',
    'header-taken',
    'same',
    'source',
    'filter',
    'request-type',
  ].filter(why => (tally.get(why) ?? 0) < 10)
  expect(rare).toEqual([])
})

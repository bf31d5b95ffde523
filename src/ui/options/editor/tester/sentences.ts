import {resourceTypes, type SourceFilter} from '../../../../contract/source'
import type {RuleOf} from '../../../../contract/rule'
import {joined, plain, prose, type Phrase} from '../../../phrase'
import {shortAddresses} from '../../../sentences/circle'
import {doesInList} from '../../../sentences/does'
import {sayProblem} from '../../../sentences/problems'
import type {Tested} from '../../../tester/tested'
import {changeOf, type Differing} from '../../../tester/replacing'
import type {Contender} from '../../../tester/contest'
import type {Deed, Reason, Verdict} from '../../../tester/verdict'
import type {MissedAt} from '../../../tester/miss'
import type {Condition} from '../../../tester/prepared'
import {nextOf} from '../../../tester/walk'
import type {HeaderEffect} from '../../../tester/header-changes'
import {common, operatorWords, resourceWords, testerWords as words, typeWords} from '../../../words'
import {ruleHole, withRule, type Said, type SaidPiece} from './said'

export const wordOfType = (type: string): string => {
  const known = resourceTypes.find(each => each === type)
  return known === undefined ? type : known === 'xmlhttprequest' ? words.fetch : resourceWords[known]
}

/** A header's name as the rule's writer spells it; the browser knows it in lower case. */
function spelt({touch, change: {header}}: HeaderEffect): string {
  const {modifications = []} = touch.condition.pair as Partial<RuleOf<'Headers'>['pairs'][number]>
  return modifications.find(each => each.header.trim().toLowerCase() === header)?.header.trim() ?? header
}

const mostNamed = 3

function headersSaid(made: readonly HeaderEffect[]): Phrase {
  const said = made.slice(0, mostNamed).map(effect => {
    const {operation} = effect.change
    const header = spelt(effect)
    const deed = {append: words.adds, set: words.sets, remove: words.removes}[operation](header)
    if (effect.target === 'request') return deed
    return operation === 'remove' ? words.fromAnswer(deed) : words.inAnswer(deed)
  })
  const rest = made.length - said.length
  return [...joined(said, ', '), ...(rest > 0 ? words.andMore(rest) : [])]
}

const differing = ({lead, marked, tail}: Differing): SaidPiece[] =>
  [
    {text: lead, code: true} as const,
    {text: marked === '' ? '' : marked, code: true, marked: true} as const,
    {text: tail, code: true} as const,
  ].filter(({text}) => text !== '')

/** What a rule does to the request, in full. */
function deedSaid(deed: Deed): Said {
  const {touch} = deed
  const {rule} = touch.contender
  if (deed.did === 'headers') return rule.ruleType === 'UserAgent' ? doesInList(rule) : headersSaid(deed.made)
  if (deed.did === 'sent') {
    if (rule.ruleType === 'Replace') {
      const {before, after} = changeOf(deed.from, deed.to)
      return [...differing(before), {text: ' → '}, ...differing(after)]
    }
    if (rule.ruleType === 'Redirect') return words.goesTo(deed.to)
    return [...words.becomes(deed.to), ...(deed.joined > 1 ? words.together(deed.joined - 1) : [])]
  }
  if (rule.ruleType === 'Cancel') return words.stops
  const pair = touch.condition.pair as Partial<RuleOf<'Redirect'>['pairs'][number]>
  if (rule.ruleType === 'Redirect') return pair.file ? words.file(pair.file.name) : words.goesTo(pair.destination ?? '')
  // Only the condition that acted, should there be several.
  return doesInList({...rule, pairs: [touch.condition.pair]} as unknown as typeof rule)
}

const wanted = (list: readonly string[] | undefined) => (list ?? []).join(', ')

function filterSaid(name: keyof SourceFilter, {source}: Condition, tested: Tested): Phrase {
  const filters = source?.filters ?? []
  const listOf = (kind: 'pageDomains' | 'requestMethod' | 'resourceType') =>
    filters.map(each => each[kind]).find(list => (list?.length ?? 0) > 0)
  switch (name) {
    case 'requestMethod':
      return words.filters.requestMethod(wanted(listOf(name)), tested.method)
    case 'resourceType':
      return words.filters.resourceType(wanted(listOf(name)?.map(wordOfType)), wordOfType(tested.resourceType))
    case 'requestPayload': {
      const payload = filters.find(each => each.requestPayload)?.requestPayload
      const operator = operatorWords[payload?.operator ?? 'Equals']
      return words.filters.requestPayload([
        {text: payload?.key ?? '', code: true},
        ...prose(` ${operator} `),
        {text: payload?.value ?? '', code: true},
      ])
    }
    default:
      return words.filters.pageDomains(wanted(listOf('pageDomains')), tested.page.trim() || tested.url)
  }
}

const nameOf = ({name}: {readonly name: string}) => ruleHole(name.trim() || common.untitled)

const labels = {
  headers: typeWords.Headers.label,
  queryParam: typeWords.QueryParam.label,
  replace: typeWords.Replace.label,
  response: typeWords.Response.label,
  redirect: typeWords.Redirect.label,
  delay: typeWords.Delay.label,
  cancel: typeWords.Cancel.label,
  own: '',
} as const

function actsFirst({by, band}: Extract<Reason, {why: 'acts-first'}>): Phrase {
  const other = by.band ?? 'own'
  if (other === band) return words.sameType(labels[band].toLowerCase(), nameOf(by))
  if (other === 'cancel') return words.stopsFirst(nameOf(by))
  if (other === 'response') return words.answersFirst(nameOf(by))
  return words.otherType(labels[other], nameOf(by))
}

function missSaid({miss}: MissedAt): Phrase {
  if (miss.kind === 'never') return prose(miss.reason)
  if (miss.kind === 'equals') return words.equals(miss.part, miss.actual, miss.at, miss.wanted)
  if (miss.kind === 'contains') return words.contains(miss.part, miss.wanted, miss.longest)
  return words.pattern(miss.part, miss.wanted)
}

/** The way round, with the rule that leads to each address. */
function circleSaid({chain, by}: Extract<Reason, {why: 'circle'}>, {id, isDraft}: Contender): Said {
  const [first = '', ...others] = shortAddresses(chain)
  const ledTo = others.flatMap((address, index) => {
    const rule = by[index]
    if (!rule) return []
    if (isDraft && rule.id === id) return words.circleBy(address, prose(words.thisRule))
    return withRule(words.circleBy(address, nameOf(rule)), rule.id)
  })
  return [...words.circle(first), ...ledTo, ...prose('.')]
}

/** Why a rule does not act, in one sentence. */
export function reasonSaid(reason: Reason, {contender}: Verdict, tested: Tested): Said {
  switch (reason.why) {
    case 'off':
      return prose(words.offWords[reason.off](reason.group) + (reason.matches ? words.wouldMatch : ''))
    case 'faulty': {
      const [first] = reason.faults
      const said = words.faulty(first?.reason ?? '', reason.faults.length - 1)
      return prose(said + (reason.matches ? words.wouldMatch : ''))
    }
    case 'left-out': {
      if (!reason.problem) return words.same
      const {title, sentence} = sayProblem(reason.problem)
      return prose(`${title}. ${sentence}`)
    }
    case 'source': {
      const said = missSaid(reason.missed)
      return reason.of > 1 ? words.nearest(reason.index + 1, reason.of, said) : said
    }
    case 'filter':
      return filterSaid(reason.filter, reason.condition, tested)
    case 'no-text': {
      const {from = ''} = reason.condition.pair as Partial<RuleOf<'Replace'>['pairs'][number]>
      return words.noText(from)
    }
    case 'kind': {
      if (tested.resourceType === 'websocket' && !reason.problem) return prose(words.webSocket)
      const kind = wordOfType(tested.resourceType)
      // What is done to fetch and XHR is done in the page.
      return prose(
        reason.problem && tested.resourceType === 'xmlhttprequest'
          ? words.inPageKind(kind)
          : words.wrongKind(typeWords[contender.rule.ruleType].label, kind),
      )
    }
    case 'acts-first':
      return withRule(actsFirst(reason), reason.by.id)
    case 'goes-elsewhere':
      return withRule(words.elsewhere(nameOf(reason.by), reason.url), reason.by.id)
    case 'header-taken':
      return withRule(words.taken(nameOf(reason.by), reason.header), reason.by.id)
    case 'same':
      return words.same
    case 'circle':
      return circleSaid(reason, contender)
  }
}

/** Everything there is to say of the draft. */
export function verdictSaid(verdict: Verdict, tested: Tested): Said {
  const {deed, reason, inPart} = verdict
  return [
    ...(deed ? deedSaid(deed) : []),
    ...(deed && reason ? prose('. ') : []),
    ...(reason ? reasonSaid(reason, verdict, tested) : []),
    ...(deed && inPart ? words.inPart(sayProblem(inPart).sentence) : []),
  ]
}

/** What a rule would do if nothing came before it: a redirect with the address that it would make. */
function wouldDo({contender: {rule}, touch}: Verdict): Phrase {
  if (rule.ruleType !== 'Redirect') return doesInList(rule)
  const next = touch && touch.drafts.length > 0 ? nextOf(touch) : undefined
  return words.arrow(next ?? plain(doesInList(rule)).replace(/^to /, ''))
}

/** The middle of a row: what the rule does or would do, and where that is not the point, why it does not. */
export function rowSaid(verdict: Verdict, tested: Tested): Said {
  const {deed, reason, contender} = verdict
  if (deed?.did === 'sent' && contender.rule.ruleType !== 'Replace') return words.arrow(deed.to)
  if (deed) return deedSaid(deed)
  if (reason?.why === 'source' && reason.of === 1) {
    const {miss} = reason.missed
    if (miss.kind !== 'never') return words.short[miss.kind](miss.part, miss.wanted)
  }
  const does = wouldDo(verdict)
  if (verdict.kind === 'hidden' && reason?.why === 'acts-first') return [...does, ...words.shortFirst(reason.by.name)]
  // A link in a link would be none.
  return reason ? reasonSaid(reason, verdict, tested).map(({rule: _rule, ...piece}) => piece) : does
}

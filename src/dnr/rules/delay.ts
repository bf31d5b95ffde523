import type {ResourceType} from '../../model/source'
import {longestDelay} from '../../model/rules/delay'
import {add, gather, reaches, takePagePart} from '../translation-builder'
import {placeOf} from '../condition'
import type {Translators} from '../translation'
import {waitingPage} from '../../model/delay-page'

const navigations: readonly ResourceType[] = ['main_frame', 'sub_frame']

/** A GET navigation takes a detour over the waiting page: `#1500,https://…`. Fetch and XHR wait in the page. */
export const delay: Translators['Delay'] = (rule, surroundings) => {
  const made = gather()
  rule.pairs.forEach(({source, delay: milliseconds}, pair) => {
    const part = takePagePart(made, source, pair)
    if (part === null) return
    const {requestMethods: methods, resourceTypes: types} = part.narrowing
    const ofGet = methods === undefined || methods.includes('get')
    const opens = ofGet && !part.hasPayload && reaches(part.narrowing, navigations)
    if (!opens && !part.reaches) return void made.problems.push({code: 'in-page-only', pair, field: 'source.filters'})
    if (types === null || !types.every(type => type === 'xmlhttprequest' || (opens && navigations.includes(type))))
      made.problems.push({code: 'delay-in-part', pair})
    if (!opens) return
    const {place, problems} = placeOf(source, pair, {whole: true})
    if (!place)
      return void made.problems.push(
        ...(part.reaches ? [{code: 'fetch-only', pair, says: {because: 'source'}} as const] : problems),
      )
    made.problems.push(...problems)
    const {narrowing} = place
    const wait = Math.min(Math.max(0, Math.round(milliseconds)), longestDelay)
    add(
      made,
      {...place, narrowing: {...narrowing, requestMethods: ['get']}},
      {
        pair,
        band: 'delay',
        action: {type: 'redirect', redirect: {regexSubstitution: `${waitingPage}#${wait},\\0`}},
        able: navigations,
        wait,
      },
      surroundings,
    )
  })
  return made
}

import type {ResourceType} from '../../contract/source'
import {longestDelay} from '../../contract/rules/delay'
import {add, gather, reaches} from '../build'
import {placeOf} from '../condition'
import type {Translators} from '../translation'

/** The extension's page that waits and then goes on to where the request was bound. The engine puts the origin before it. */
export const waitingPage = '/wait.html'

const navigations: readonly ResourceType[] = ['main_frame', 'sub_frame']

/**
 * A GET navigation takes a detour over the waiting page, whose fragment says how long and where to: `#1500,https://…`. A POST would
 * lose its body there.
 */
export const delay: Translators['Delay'] = (rule, surroundings) => {
  const made = gather()
  rule.pairs.forEach(({source, delay: milliseconds}, pair) => {
    const {place, problems} = placeOf(source, pair, {whole: true})
    made.problems.push(...problems)
    if (!place) return
    const {narrowing} = place
    const ofGet = narrowing.requestMethods === undefined || narrowing.requestMethods.includes('get')
    if (!ofGet || !reaches(narrowing, navigations)) {
      made.problems.push({code: 'in-page-only', pair})
      return
    }
    made.problems.push({code: 'delay-navigations-only', pair})
    const wait = Math.min(Math.max(0, Math.round(milliseconds)), longestDelay)
    add(
      made,
      {...place, narrowing: {...narrowing, requestMethods: ['get']}},
      {
        pair,
        band: 'delay',
        action: {type: 'redirect', redirect: {regexSubstitution: `${waitingPage}#${wait},\\0`}},
        able: navigations,
      },
      surroundings,
    )
  })
  return made
}

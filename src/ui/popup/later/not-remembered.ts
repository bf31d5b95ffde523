import type {Source} from '../../../contract/source'
import type {RuleView} from '../../../contract/views'
import type {Tested} from '../../../engine/why/tested'
import type {Verdict} from '../../../engine/why/verdict'

/** By which method a fetch or a page was asked for, and with which body, a page does not remember. */
const hasMethods: ReadonlySet<string> = new Set(['xmlhttprequest', 'main_frame', 'sub_frame'])

/** Whether a rule is held off by what is not known of the request. */
export const isUnknown = ({reason}: Verdict, {resourceType}: Tested) =>
  (hasMethods.has(resourceType) &&
    reason?.why === 'filter' &&
    (reason.filter === 'requestMethod' || reason.filter === 'requestPayload')) ||
  // Of what kind it was is not known either.
  (resourceType === 'other' &&
    (reason?.why === 'kind' || (reason?.why === 'filter' && reason.filter === 'resourceType')))

/** Whether it would act by a method that is not known. */
export const isGuessed = ({touch}: Verdict, {resourceType}: Tested) =>
  hasMethods.has(resourceType) &&
  touch?.condition.source?.filters?.some(each => each.requestMethod !== undefined) === true

/** The same conditions, as if what a page does not remember had been as they ask. */
function withoutUnknown(source: Source | undefined): Source | undefined {
  const filters = source?.filters?.map(({requestMethod: _method, requestPayload: _payload, ...rest}) => rest)
  return source && filters ? {...source, filters} : source
}

/** A rule as if methods and bodies had been as it asks; undefined where it asks for none. */
export function asIfRemembered(view: RuleView): RuleView | undefined {
  const {rule} = view
  const asks = rule?.pairs.some(({source}) => source?.filters?.some(each => each.requestMethod ?? each.requestPayload))
  if (!rule || !asks) return undefined
  const pairs = rule.pairs.map(pair => ({...pair, source: withoutUnknown(pair.source)}))
  return {...view, rule: {...rule, pairs} as typeof rule}
}

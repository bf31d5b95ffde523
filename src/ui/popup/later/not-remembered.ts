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

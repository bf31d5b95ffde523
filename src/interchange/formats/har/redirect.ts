import type {Fault} from '../../../contract/faults'
import {recordIn, type JsonRecord} from '../../../contract/json'
import {goalNotInFile, leadsToItself, methodKept} from '../../../contract/reasons'
import type {ImportedRecord} from '../../imported'
import {madeRecord, off, stop} from '../../making'
import {narrowed} from '../../sources'
import {headersOf, notesOfRedirect} from './headers'
import {isDocument} from './kind'
import {fieldNames, type Reading} from './reading'
import {canWait, delayOf, notHeldUp} from './wait'

/** A browser goes on with GET after these. A rule sends what was asked, as it was asked, and to where it was never sent. */
const becomesGet = (method: string, status: number): boolean =>
  (method === 'POST' && (status === 301 || status === 302)) || (status === 303 && method !== 'GET' && method !== 'HEAD')

const notesOfMethod = (method: string, status: number): Fault[] =>
  becomesGet(method, status) ? [off('response.status', methodKept(status, method))] : []

function goalOf(response: JsonRecord, url: string): string {
  const given = response['redirectURL']
  const header = headersOf(response).find(([name]) => name === 'location')?.[1]
  const to = typeof given === 'string' && given !== '' ? given : (header ?? '')
  return to !== '' && URL.canParse(to, url) ? new URL(to, url).href : ''
}

/** A Redirect where the server led elsewhere, and how long that took. */
export function readRedirect(reading: Reading): ImportedRecord[] {
  const {entry, exchange, at, status, name, description, source, said} = reading
  const {url, method, kind} = exchange
  const response = recordIn(entry, 'response')
  const destination = goalOf(response, url)
  const leadsBack = destination === new URL(url).href && !becomesGet(method, status)
  // Only what is got goes by the waiting page.
  const isPosted = isDocument(kind) && method !== 'GET'
  const notes = [
    ...said,
    ...notesOfRedirect(response),
    ...notesOfMethod(method, status),
    ...(destination === '' ? [stop('response.redirectURL', goalNotInFile)] : []),
    ...(leadsBack ? [stop('response.redirectURL', leadsToItself)] : []),
    ...(isPosted ? notHeldUp(entry) : []),
  ]
  const pair = {source, destinationType: 'url', destination}
  const record = madeRecord(
    {ruleType: 'Redirect', pairs: [pair], name, description, isOn: true},
    {at, group: 0, notes},
    fieldNames,
  )
  if (record.rule?.status !== 'Active' || isPosted) return [record]
  // Nobody else has waited, and not all who ask can.
  const held = canWait(kind.filter ?? {}) ? narrowed(source, [kind.filter ?? {}]) : source
  return [record, ...delayOf(reading, held, said)]
}

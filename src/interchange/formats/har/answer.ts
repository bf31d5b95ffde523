import {fault, type Fault} from '../../../contract/faults'
import {recordIn} from '../../../contract/json'
import {answeredWithOkOnly, pageOfItsOwn, statusTextLeftOut} from '../../../contract/reasons'
import type {SourceFilter} from '../../../contract/source'
import {fieldsOf} from '../../fields'
import type {ImportedRecord} from '../../imported'
import {madeRecord, stop} from '../../making'
import {narrowed} from '../../sources'
import {readBody} from './body'
import {readHeaders} from './headers'
import {isForDocument, usesOf} from './kind'
import {withoutAddress} from './no-address'
import {isDrawnFrom, isSealed, type Policed} from './policy'
import {fieldNames, type Reading} from './reading'
import {delayOf, isHeldUp, notesOfWait} from './wait'

/** Only to fetch and XHR a rule can say that something went wrong, or that there is nothing. */
export const canFail = ({resourceType}: SourceFilter): boolean => resourceType?.includes('xmlhttprequest') !== false

const isStop = ({code}: Fault): boolean => code === 'switched-off'

/** The mock of an answer, and how long the server took. `page` has asked, where that is known. */
export function readAnswer(reading: Reading, page: Policed | undefined): ImportedRecord[] {
  const {entry, exchange, at, status, statusText, name, description, said} = reading
  const {url, method, mimeType: saidType} = exchange
  const response = recordIn(entry, 'response')
  const content = fieldsOf(recordIn(response, 'content'), at, 'response.content')
  const isEmptyFine = status === 204 || status === 205 || method === 'HEAD' || content.any('size') === 0
  const body = readBody(response, content, isEmptyFine)
  const recorded = exchange.kind.filter ?? {}
  const kind = body.filter.resourceType ? body.filter : recorded
  const source = narrowed(reading.source, [kind])
  const isForPages = canFail(kind)
  const mimeType = body.filter.resourceType || body.value === '' ? '' : content.text('mimeType')
  // A rule for another kind than was recorded would answer nobody who asked.
  const isForOthers = body.filter.resourceType?.some(type => recorded.resourceType?.includes(type) === false) === true
  const ofBody = isForOthers ? body.notes.map(({path, reason}) => stop(path, reason)) : body.notes
  const given = withoutAddress(body.value, {
    url,
    uses: usesOf(kind, saidType),
    isSealed: isSealed(page, url),
    isDrawnFrom: isDrawnFrom(page, url),
  })
  const headers = readHeaders(response, {text: given.text, mimeType, isForPages})
  const pair = {
    source,
    type: 'static',
    value: given.text,
    serveWithoutRequest: true,
    statusCode: status,
    ...(statusText === '' ? {} : {statusText}),
    ...(headers.responseHeaders ? {responseHeaders: headers.responseHeaders} : {}),
  }
  const notes = [
    ...said,
    ...ofBody,
    ...headers.notes,
    ...(statusText === fieldsOf(response, at, 'response').text('statusText')
      ? []
      : [fault('response.statusText', 'no-counterpart', statusTextLeftOut)]),
    ...(status === 200 || isForPages ? [] : [stop('response.status', answeredWithOkOnly(status))]),
    ...given.notes,
    ...(isForDocument(kind) ? [fault('response.content', 'changed', pageOfItsOwn)] : []),
    ...notesOfWait(entry, kind),
  ]
  const record = madeRecord(
    {ruleType: 'Response', pairs: [pair], name, description, isOn: true},
    {at, group: 0, notes},
    fieldNames,
  )
  return record.rule === null || !isHeldUp(kind)
    ? [record]
    : [record, ...delayOf(reading, source, [...said, ...given.notes.filter(isStop)])]
}

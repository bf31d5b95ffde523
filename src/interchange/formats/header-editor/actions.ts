import {fault, type Fault} from '../../../contract/faults'
import {isRecord} from '../../../contract/json'
import {
  becomesCancel,
  functionToldLess,
  holdsCaptureSign,
  isNoText,
  pasteTextOfFile,
  sentAsUtf8,
} from '../../../contract/reasons'
import {fieldsOf, shown, type Fields} from '../../fields'
import {soundChanges, type ReadHeader} from '../../header-changes'
import type {Draft} from '../../imported'
import {off, stop} from '../../making'
import {urlChange} from '../../url-change'
import type {Condition} from './condition'

type Made = {readonly kind: Pick<Draft, 'ruleType' | 'pairs'>; readonly notes: readonly Fault[]}
type Action = (fields: Fields, condition: Condition) => Made

const removed = '_header_editor_remove_'
const cancelled = '_header_editor_cancel_'

const cancel: Action = (_fields, {sources}) => ({
  kind: {ruleType: 'Cancel', pairs: sources.map(source => ({source}))},
  notes: [],
})

/** With an expression the matched part of the address is replaced, at every place. */
const redirect: Action = (fields, condition) => {
  const to = fields.text('to')
  if (to === cancelled)
    return {
      ...cancel(fields, condition),
      notes: [fault('to', 'changed', becomesCancel)],
    }
  const {regex, others, filters, sources} = condition
  if (regex !== '')
    return urlChange({pattern: regex, to, path: 'condition.regex', toPath: 'to', sources: others, filters})
  const pairs = sources.map(source => ({source, destinationType: 'url', destination: to}))
  const notes = /\$[1-9]/.test(to) ? [off('to', holdsCaptureSign(shown(to)))] : []
  return {kind: {ruleType: 'Redirect', pairs}, notes}
}

/** Headers by name; before, one with its value. */
function headersIn(fields: Fields): readonly (readonly [string, unknown])[] {
  const headers = fields.any('headers')
  const action = fields.any('action')
  if (isRecord(headers)) return Object.entries(headers)
  return isRecord(action) && typeof action['name'] === 'string' ? [[action['name'], action['value']]] : []
}

const headers =
  (target: 'Request' | 'Response'): Action =>
  (fields, {sources}) => {
    const notes: Fault[] = []
    const read = headersIn(fields).flatMap(([header, value]): ReadHeader[] => {
      const at = {header: `headers.${header}`, value: `headers.${header}`}
      if (value === removed) return [{change: {header, type: 'Remove', target}, at}]
      if (typeof value === 'string') return [{change: {header, type: 'Modify', value, target}, at}]
      notes.push(fault(`headers.${header}`, 'not-as-documented', isNoText(shown(value))))
      return []
    })
    const {modifications, notes: wrong} = soundChanges(read)
    notes.push(...wrong)
    return {kind: {ruleType: 'Headers', pairs: sources.map(source => ({source, modifications}))}, notes}
  }

/** Its function takes the text, and what is known of the request; ours takes both as one. */
const asOurFunction = (code: string): string =>
  [
    'function (args) {',
    '  const run = function (val, detail) {',
    code,
    '  }',
    '  return run(args.response, {url: args.url, method: args.method})',
    '}',
  ].join('\n')

const body: Action = (fields, {sources}) => {
  const notes: Fault[] = []
  const encoding = fields.text('encoding')
  if (encoding !== '' && !/^utf-?8$/i.test(encoding))
    notes.push(fault('encoding', 'changed', sentAsUtf8(shown(encoding))))
  if (fields.flag('isFunction') === true) {
    notes.push(fault('code', 'changed', functionToldLess))
    const value = asOurFunction(fields.text('code'))
    return {kind: {ruleType: 'Response', pairs: sources.map(source => ({source, type: 'code', value}))}, notes}
  }
  const given = fields.any('body')
  const inside = fieldsOf(isRecord(given) ? given : {}, fields.at, 'body')
  const isAskedFirst = inside.text('stage') !== 'Request'
  if (inside.text('type') === 'file') notes.push(stop('body.fileName', pasteTextOfFile(shown(inside.text('fileName')))))
  inside.ignore('fileName')
  const value = inside.text('value')
  notes.push(...inside.notes())
  const pairs = sources.map(source => ({source, type: 'static', value, serveWithoutRequest: !isAskedFirst}))
  return {kind: {ruleType: 'Response', pairs}, notes}
}

/** By the rule's own word for what it does. */
export const actions: Readonly<Record<string, Action>> = {
  cancel,
  redirect,
  modifySendHeader: headers('Request'),
  modifyReceiveHeader: headers('Response'),
  modifyReceiveBody: body,
}

/** The actions whose functions have a counterpart here. */
export const runsCode: ReadonlySet<string> = new Set(['modifyReceiveBody'])

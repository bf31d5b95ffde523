import {isOneOrList, jsonFormat, readEach} from '../../read-records'
import {isRecord, type JsonRecord} from '../../../model/json'
import {noteText, noteAt, type Note} from '../../notes'
import {importNames} from '../../../locales/import-names'
import {fieldsOf, shown} from '../../fields'
import type {Draft, ImportedGroup, ImportedRecord} from '../../import-types'
import {madeGroup, madeRecord, refusedRecord, stop} from '../../create-records'
import {everyUrl, narrowed} from '../../sources'
import {findsOnePlace, urlChange} from '../../url-change'
import {changeLists, isEmptyRow, joined, notesOfAlive, readChanges, type ReadChange} from './changes'
import {readFilters, withFilterLists} from './filters'

const modifierLists = [...changeLists, 'urlReplacements']

const isProfile = (raw: unknown): boolean =>
  isRecord(raw) &&
  !['ruleType', 'objectType', 'pageType', 'format_version', 'format'].some(name => Object.hasOwn(raw, name)) &&
  (modifierLists.some(name => Array.isArray(raw[name])) ||
    (typeof raw['title'] === 'string' && (raw['version'] === 2 || Object.hasOwn(raw, 'shortTitle'))))

const replacesMore = ({ruleType}: Pick<Draft, 'ruleType'>, pattern: string): boolean =>
  ruleType === 'Replace' && !findsOnePlace(pattern)

type Profile = {readonly group: ImportedGroup; readonly records: readonly ImportedRecord[]}

function readProfile(raw: JsonRecord, at: string, group: number, isSelected: boolean): Profile {
  const whole = withFilterLists(raw)
  const profile = fieldsOf(whole, at)
  const title =
    profile.text('title').trim() ||
    profile.text('shortTitle').trim() ||
    importNames('profileNumber', {number: group + 1})
  const isAlwaysOn = profile.flag('alwaysOn') === true
  const isEnabled = [profile.isOn('enabled'), profile.isOn('paused', 'off')].every(Boolean)
  const isActing = (isSelected || isAlwaysOn) && isEnabled
  profile.ignore('version', 'shortTitle', 'hideComment', 'backgroundColor', 'textColor', 'profileId')
  profile.ignore(...Object.keys(raw).filter(name => name.endsWith('Autocomplete')))
  const {sources, filters, notes, comments} = readFilters(profile, Object.keys(whole))
  const defaults = {appendMode: profile.any('appendMode'), sendEmptyHeader: profile.any('sendEmptyHeader')}
  const records: ImportedRecord[] = []

  const addHeaders = (changes: readonly ReadChange[], name: string, path: string, isOn: boolean) => {
    const modifications = joined(changes.flatMap(({modification}) => modification ?? []))
    const pairs = (sources.length === 0 ? [everyUrl] : sources).map(source => ({
      source: narrowed(source, filters),
      modifications,
    }))
    const said = changes.flatMap(({name: header, comment}) => (comment === '' ? [] : [`${header}: ${comment}`]))
    const description = [...said, ...comments].join('\n')
    records.push(
      madeRecord(
        {ruleType: 'Headers', pairs, name, description, isOn},
        {at: `${at}${path}`, group, notes: [...notes, ...changes.flatMap(each => each.notes)]},
      ),
    )
  }
  const changes = readChanges(profile, defaults)
  const named = ({name}: ReadChange) => (name === '' ? title : `${title}: ${name}`)
  const acting = changes.filter(({isOn, modification}) => isOn && modification)
  if (acting.length > 0) addHeaders(acting, title, '', true)
  for (const [index, replacement] of profile.list('urlReplacements').entries()) {
    if (isEmptyRow(replacement)) continue
    const path = `urlReplacements[${index}]`
    if (!isRecord(replacement)) {
      records.push(
        refusedRecord(title, [stop(path, noteText('isNotAReplacement', {value: shown(replacement)}))], {
          at: `${at}.${path}`,
          group,
        }),
      )
      continue
    }
    const fields = fieldsOf(replacement, at, path)
    const comment = fields.text('comment').trim()
    const isOn = fields.isOn('enabled')
    const [pattern, to] = [fields.text('name'), fields.text('value')]
    fields.ignore('appendMode', 'sendEmptyHeader')
    const made = urlChange({pattern, to, path: `${path}.name`, toPath: `${path}.value`, sources, filters})
    const description = comments.join('\n')
    const every = replacesMore(made.kind, pattern)
      ? [noteAt(`${path}.name`, 'changed', noteText('everyPlaceReplaced'))]
      : []
    const held = to === '' ? [] : [noteAt(`${path}.value`, 'changed', noteText('replacedWhereHeld', {text: shown(to)}))]
    const alive = notesOfAlive(to, `${path}.value`)
    const all: readonly Note[] = [...notes, ...made.notes, ...every, ...alive, ...held, ...fields.notes()]
    records.push(
      madeRecord(
        {...made.kind, name: `${title}: ${comment || 'URL'}`, description, isOn},
        {at: `${at}.${path}`, group, notes: all},
        {'source.value': `${path}.name`, from: `${path}.name`, to: `${path}.value`, destination: `${path}.value`},
      ),
    )
  }
  for (const each of changes.filter(({modification, isOn}) => modification !== null && !isOn))
    addHeaders([each], named(each), `.${each.path}`, false)
  for (const each of changes.filter(({modification}) => modification === null))
    records.push(refusedRecord(named(each), each.notes, {at: `${at}.${each.path}`, group}))
  const rest = profile.notes()
  const isNarrowed = sources.length + notes.length > 0 || filters.some(each => Object.keys(each).length > 0)
  const idle = isNarrowed
    ? [noteAt('', 'no-counterpart', noteText('changesNothing', {what: shown(title)})), ...rest]
    : rest
  if (records.length === 0) return {group: {...madeGroup(title, isActing, idle), isKept: true}, records}
  return withRest({group: madeGroup(title, isActing), records}, rest)
}

const withRest = ({group, records: [first, ...others]}: Profile, rest: readonly Note[]): Profile => ({
  group,
  records: first === undefined ? [] : [{...first, notes: [...first.notes, ...rest]}, ...others],
})

/** Each profile is a group. Of those that are not always on, only the first acts. */
export const modHeader = jsonFormat('ModHeader', isOneOrList(isProfile), function* (json) {
  const groups: ImportedGroup[] = []
  const records = yield* readEach(
    json,
    '$',
    value => noteText('isNotAProfile', {value}),
    (raw, at, index) => {
      const profile = readProfile(raw, at, groups.length, index === 0)
      groups.push(profile.group)
      return profile.records
    },
  )
  return {groups, records}
})

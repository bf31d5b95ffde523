import {isOneOrList, createJsonFormat, readRecords} from '../../read-records'
import {isRecord, type JsonRecord} from '../../../model/json'
import {noteText, noteAt, type Note} from '../../notes'
import {importNames} from '../../../locales/import-names'
import {readFields, quoteValue} from '../../fields'
import type {RuleDraft, ImportedGroup, ImportedRecord} from '../../import-types'
import {createGroup, createRecord, refuseRecord, refusalNote} from '../../create-records'
import {everyUrl, addFilters} from '../../sources'
import {matchesOnce, convertUrlChange} from '../../url-change'
import {changeLists, isEmptyRow, joinPolicies, getDynamicValueNotes, readChanges, type ReadChange} from './changes'
import {readFilters, withFilterLists} from './filters'

const modifierLists = [...changeLists, 'urlReplacements']

const isProfile = (raw: unknown): boolean =>
  isRecord(raw) &&
  !['ruleType', 'objectType', 'pageType', 'format_version', 'format'].some(name => Object.hasOwn(raw, name)) &&
  (modifierLists.some(name => Array.isArray(raw[name])) ||
    (typeof raw['title'] === 'string' && (raw['version'] === 2 || Object.hasOwn(raw, 'shortTitle'))))

const replacesEveryMatch = ({ruleType}: Pick<RuleDraft, 'ruleType'>, pattern: string): boolean =>
  ruleType === 'Replace' && !matchesOnce(pattern)

type Profile = {readonly group: ImportedGroup; readonly records: readonly ImportedRecord[]}

function readProfile(raw: JsonRecord, at: string, group: number, isSelected: boolean): Profile {
  const normalized = withFilterLists(raw)
  const profile = readFields(normalized, at)
  const title =
    profile.text('title').trim() ||
    profile.text('shortTitle').trim() ||
    importNames('profileNumber', {number: group + 1})
  const isAlwaysOn = profile.flag('alwaysOn') === true
  const isEnabled = [profile.isOn('enabled'), profile.isOn('paused', 'off')].every(Boolean)
  const isActive = (isSelected || isAlwaysOn) && isEnabled
  profile.ignore('version', 'shortTitle', 'hideComment', 'backgroundColor', 'textColor', 'profileId')
  profile.ignore(...Object.keys(raw).filter(name => name.endsWith('Autocomplete')))
  const {sources, filters, notes, comments} = readFilters(profile, Object.keys(normalized))
  const defaults = {appendMode: profile.any('appendMode'), sendEmptyHeader: profile.any('sendEmptyHeader')}
  const records: ImportedRecord[] = []

  const addHeaders = (changes: readonly ReadChange[], name: string, path: string, isOn: boolean) => {
    const modifications = joinPolicies(changes.flatMap(({modification}) => modification ?? []))
    const pairs = (sources.length === 0 ? [everyUrl] : sources).map(source => ({
      source: addFilters(source, filters),
      modifications,
    }))
    const headerComments = changes.flatMap(({name: header, comment}) =>
      comment === '' ? [] : [`${header}: ${comment}`],
    )
    const description = [...headerComments, ...comments].join('\n')
    records.push(
      createRecord(
        {ruleType: 'Headers', pairs, name, description, isOn},
        {at: `${at}${path}`, group, notes: [...notes, ...changes.flatMap(each => each.notes)]},
      ),
    )
  }
  const changes = readChanges(profile, defaults)
  const getName = ({name}: ReadChange) => (name === '' ? title : `${title}: ${name}`)
  const activeChanges = changes.filter(({isOn, modification}) => isOn && modification)
  if (activeChanges.length > 0) addHeaders(activeChanges, title, '', true)
  for (const [index, replacement] of profile.list('urlReplacements').entries()) {
    if (isEmptyRow(replacement)) continue
    const path = `urlReplacements[${index}]`
    if (!isRecord(replacement)) {
      records.push(
        refuseRecord(title, [refusalNote(path, noteText('isNotAReplacement', {value: quoteValue(replacement)}))], {
          at: `${at}.${path}`,
          group,
        }),
      )
      continue
    }
    const fields = readFields(replacement, at, path)
    const comment = fields.text('comment').trim()
    const isOn = fields.isOn('enabled')
    const [pattern, to] = [fields.text('name'), fields.text('value')]
    fields.ignore('appendMode', 'sendEmptyHeader')
    const converted = convertUrlChange({pattern, to, path: `${path}.name`, toPath: `${path}.value`, sources, filters})
    const description = comments.join('\n')
    const replaceNotes = replacesEveryMatch(converted.draft, pattern)
      ? [noteAt(`${path}.name`, 'changed', noteText('everyPlaceReplaced'))]
      : []
    const conditionNotes =
      to === '' ? [] : [noteAt(`${path}.value`, 'changed', noteText('replacedWhereHeld', {text: quoteValue(to)}))]
    const dynamicNotes = getDynamicValueNotes(to, `${path}.value`)
    const allNotes: readonly Note[] = [
      ...notes,
      ...converted.notes,
      ...replaceNotes,
      ...dynamicNotes,
      ...conditionNotes,
      ...fields.notes(),
    ]
    records.push(
      createRecord(
        {...converted.draft, name: `${title}: ${comment || 'URL'}`, description, isOn},
        {at: `${at}.${path}`, group, notes: allNotes},
        {'source.value': `${path}.name`, from: `${path}.name`, to: `${path}.value`, destination: `${path}.value`},
      ),
    )
  }
  for (const each of changes.filter(({modification, isOn}) => modification !== null && !isOn))
    addHeaders([each], getName(each), `.${each.path}`, false)
  for (const each of changes.filter(({modification}) => modification === null))
    records.push(refuseRecord(getName(each), each.notes, {at: `${at}.${each.path}`, group}))
  const unreadNotes = profile.notes()
  const isNarrowed = sources.length + notes.length > 0 || filters.some(each => Object.keys(each).length > 0)
  const emptyNotes = isNarrowed
    ? [noteAt('', 'no-counterpart', noteText('changesNothing', {what: quoteValue(title)})), ...unreadNotes]
    : unreadNotes
  if (records.length === 0) return {group: {...createGroup(title, isActive, emptyNotes), isKeptIfEmpty: true}, records}
  return addUnreadNotes({group: createGroup(title, isActive), records}, unreadNotes)
}

const addUnreadNotes = ({group, records: [first, ...others]}: Profile, unreadNotes: readonly Note[]): Profile => ({
  group,
  records: first === undefined ? [] : [{...first, notes: [...first.notes, ...unreadNotes]}, ...others],
})

/** Each profile is a group. Of those that are not always on, only the first acts. */
export const modHeader = createJsonFormat('ModHeader', isOneOrList(isProfile), function* (json) {
  const groups: ImportedGroup[] = []
  const records = yield* readRecords(
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

import {noteText, noteAt} from '../../notes'
import type {Source} from '../../../model/source'
import type {RuleDraft} from '../../import-types'
import {createGroup, createRecord} from '../../create-records'
import {everyUrl} from '../../sources'
import {getChild, getChildren, noteUnknownChildren, readSwitch, type Tool} from './elements'
import {readLocations} from './location'

type CreateRule = (sources: readonly Source[]) => Pick<RuleDraft, 'ruleType' | 'pairs'>

const change = (target: 'Request' | 'Response', type: 'Modify' | 'Remove', header: string, value?: string) => ({
  header,
  type,
  target,
  ...(value === undefined ? {} : {value}),
})

const headers =
  (modifications: readonly object[]): CreateRule =>
  sources => ({ruleType: 'Headers', pairs: sources.map(source => ({source, modifications}))})

const noCaching = headers([
  change('Request', 'Remove', 'If-Modified-Since'),
  change('Request', 'Remove', 'If-None-Match'),
  change('Request', 'Modify', 'Cache-Control', 'no-cache'),
  change('Request', 'Modify', 'Pragma', 'no-cache'),
  change('Response', 'Remove', 'Expires'),
  change('Response', 'Remove', 'Last-Modified'),
  change('Response', 'Remove', 'ETag'),
  change('Response', 'Modify', 'Cache-Control', 'no-cache'),
])
const noCookies = headers([change('Request', 'Remove', 'Cookie'), change('Response', 'Remove', 'Set-Cookie')])
const cancel: CreateRule = sources => ({ruleType: 'Cancel', pairs: sources.map(source => ({source}))})

/** A tool for a list of locations, or for every URL. `hasNoListSwitch`: the list always applies. */
const createHostTool =
  (createRule: CreateRule, hasNoListSwitch = false): Tool =>
  (element, name) => {
    const list = getChild(element, 'locations') ?? getChild(element, 'hosts') ?? element
    const isListed = getChildren(getChild(list, 'locationPatterns') ?? list, 'locationMatch').length > 0
    // Without a switch the list counts: everything else would be changed too.
    const listSwitch = readSwitch(element, 'useSelectedLocations', isListed)
    const isListSwitchUnreadable = !hasNoListSwitch && listSwitch.notes.length > 0
    const isSelected = hasNoListSwitch || listSwitch.isOn || (isListSwitchUnreadable && isListed)
    const {sources, notes} = isSelected ? readLocations(list) : {sources: [everyUrl], notes: []}
    const action = getChild(element, 'action')
    const {isOn, notes: notesOfSwitch} = readSwitch(element, 'toolEnabled')
    const actionNotes = action?.text === '1' ? [noteAt('action', 'changed', noteText('answeredWith403'))] : []
    const unknownNotes = noteUnknownChildren(
      element,
      'toolEnabled',
      'useSelectedLocations',
      'locations',
      'hosts',
      'locationPatterns',
      'locationMatch',
      'action',
    )
    const listNotes = list === element ? [] : noteUnknownChildren(list, 'locationPatterns', 'locationMatch')
    const hasAny = !isSelected || isListed
    const record = createRecord(
      {...createRule(sources), name, isOn},
      {
        at: element.path,
        group: 0,
        notes: [
          ...notes,
          ...notesOfSwitch,
          ...(isListSwitchUnreadable ? listSwitch.notes : []),
          ...actionNotes,
          ...unknownNotes,
          ...listNotes,
        ],
      },
    )
    return hasAny
      ? {groups: [createGroup(name, true)], records: [record], notes: []}
      : {groups: [], records: [], notes: []}
  }

export const blockList = createHostTool(cancel, true)
export const caching = createHostTool(noCaching)
export const cookies = createHostTool(noCookies)

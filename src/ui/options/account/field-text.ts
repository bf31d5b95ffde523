import type {Group} from '../../../contract/group'
import {readRule, type StoredRecord} from '../../../contract/rule'
import {isRuleType} from '../../../contract/rules'
import {code, plain, prose, type Phrase} from '../../phrase'
import {recordPlace, common, conflictWords as words, rulesWords, typeWords} from '../../words'
import {doesOf, wholeOf, whenOf} from './does-of-pair'

/** A field of both versions, as people read it. */
export type FieldTexts = {readonly label: string; readonly mine: Phrase; readonly theirs: Phrase}

type Versions = {readonly mine: StoredRecord; readonly theirs: StoredRecord}

const raw = (value: unknown): Phrase =>
  value === undefined || value === null || value === ''
    ? prose(words.nothing)
    : typeof value === 'string'
      ? prose(value)
      : code(JSON.stringify(value, null, 1))

function groupText(value: unknown, groups: readonly Group[]): Phrase {
  if (value === '' || value === null || value === undefined) return prose(common.noGroup)
  const known = groups.find(({id}) => id === value)
  return known ? prose(known.name.trim() || common.untitled) : raw(value)
}

/** What a field other than the conditions says. */
export function fieldText(record: StoredRecord, field: string, groups: readonly Group[]): Phrase {
  const value = record[field]
  if (field === 'groupId') return groupText(value, groups)
  if (field === 'status') return prose(value === 'Inactive' ? rulesWords.off : rulesWords.on)
  if (field === 'isFavourite') return prose(words.pinned(value === true))
  if (field === 'ruleType' && isRuleType(value)) return prose(typeWords[value].label)
  return raw(value)
}

/** The conditions of both, without what they have in common; undefined where words do not tell them apart. */
function conditions({mine, theirs}: Versions): FieldTexts | undefined {
  const [my, their] = [readRule(mine), readRule(theirs)]
  if (!my.ok || !their.ok) return undefined
  const ways = [
    [words.fields['does'], whenOf, doesOf],
    [words.fields['when'], doesOf, whenOf],
    [words.fields['whenAndDoes'], () => [], wholeOf],
  ] as const
  for (const [label = '', inCommon, say] of ways) {
    if (plain(inCommon(my.value)) !== plain(inCommon(their.value))) continue
    const texts = {label, mine: say(my.value), theirs: say(their.value)}
    if (plain(texts.mine) !== plain(texts.theirs)) return texts
  }
  return undefined
}

export const labelOf = (field: string): string => words.fields[field] ?? recordPlace(field).replace(/:$/, '')

export function textsOf(versions: Versions, field: string, groups: readonly Group[]): FieldTexts {
  const said = field === 'pairs' ? conditions(versions) : undefined
  if (said) return said
  const {mine, theirs} = versions
  return {label: labelOf(field), mine: fieldText(mine, field, groups), theirs: fieldText(theirs, field, groups)}
}

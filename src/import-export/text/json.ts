import {isTooDeep} from '../../model/json'
import {limits} from '../limits'
import {noteText} from '../notes'
import {ImportError, toLineAndColumn} from '../import-error'
import {findJsonError} from './json-error'

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const index = findJsonError(text) ?? text.length
    const reason =
      index >= text.length
        ? noteText('endsTooEarly')
        : noteText('notExpectedHere', {found: text.slice(index, index + 12)})
    throw new ImportError(toLineAndColumn(text, index), 'not-json', noteText('notJson', {reason}), {cause})
  }
}

/** What a JSON file holds. Throws an `ImportError` that names line and column. */
export function readJson(text: string): unknown {
  const json = parse(text)
  if (isTooDeep(json, limits.depth))
    throw new ImportError('', 'too-much', noteText('jsonTooDeep', {most: limits.depth}))
  return json
}

import {endsTooEarly, jsonTooDeep, notExpectedHere, notJson} from '../../contract/reasons'
import {ImportError, placeOf} from '../import-error'
import {limits} from '../limits'
import {brokenAt, tooDeepAt} from './json-place'

/** What a JSON file holds. Throws an `ImportError` that names line and column. */
export function readJson(text: string): unknown {
  const deep = tooDeepAt(text)
  if (deep !== undefined) throw new ImportError(placeOf(text, deep), 'too-much', jsonTooDeep(limits.depth))
  try {
    return JSON.parse(text)
  } catch (cause) {
    const index = brokenAt(text)
    const reason = index >= text.length ? endsTooEarly : notExpectedHere(text.slice(index, index + 12))
    throw new ImportError(placeOf(text, index), 'not-json', notJson(reason), {cause})
  }
}

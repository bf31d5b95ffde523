import {ImportError, placeOf} from '../import-error'
import {limits} from '../limits'
import {brokenAt, tooDeepAt} from './json-place'

/** What a JSON file holds. Throws an `ImportError` that names line and column. */
export function readJson(text: string): unknown {
  const deep = tooDeepAt(text)
  if (deep !== undefined)
    throw new ImportError(
      placeOf(text, deep),
      'too-much',
      `Here lists and objects stand more than ${limits.depth} deep in one another.`,
    )
  try {
    return JSON.parse(text)
  } catch (cause) {
    const index = brokenAt(text)
    const reason =
      index >= text.length ? 'The file ends too early.' : `“${text.slice(index, index + 12)}” is not expected here.`
    throw new ImportError(placeOf(text, index), 'not-json', `This is no JSON. ${reason}`, {cause})
  }
}

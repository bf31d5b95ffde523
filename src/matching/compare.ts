import type {PreparedText} from '../contract/prepared-source'

const nothing: readonly string[] = []

/** A prepared text as a question to texts: the captures, `$1`… in order, or null where it does not match. */
export function comparing(prepared: PreparedText): (text: string) => readonly string[] | null {
  if (prepared.kind === 'regex') {
    const expression = new RegExp(prepared.source, prepared.flags)
    return text => {
      const found = expression.exec(text)
      // A group that took no part is an empty capture.
      return found && found.slice(1).map(capture => capture ?? '')
    }
  }
  const {kind, value} = prepared
  return text => ((kind === 'equals' ? text === value : text.includes(value)) ? nothing : null)
}

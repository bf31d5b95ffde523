import {notUtf8} from '../../contract/reasons'
import {ImportError, placeOf} from '../import-error'

/** UTF-16 begins with a mark that nothing in UTF-8 can begin with; some editors and shells of Windows write it. */
const marks = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
] as const

/**
 * The text of a file, in UTF-8 or UTF-16. Throws an `ImportError` that names line and column where it is in neither: letters would be lost
 * without a word.
 */
export function textOfBytes(bytes: Uint8Array): string {
  const [, , encoding = 'utf-8'] = marks.find(([first, second]) => bytes[0] === first && bytes[1] === second) ?? []
  try {
    return new TextDecoder(encoding, {fatal: true}).decode(bytes)
  } catch (cause) {
    const asRead = new TextEncoder().encode(new TextDecoder('utf-8', {ignoreBOM: true}).decode(bytes))
    const index = bytes.findIndex((byte, at) => byte !== asRead[at])
    const before = new TextDecoder().decode(bytes.subarray(0, index))
    throw new ImportError(placeOf(before, before.length), 'unknown-format', notUtf8, {cause})
  }
}

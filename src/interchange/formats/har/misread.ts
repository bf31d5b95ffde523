import type {JsonRecord} from '../../../contract/json'
import {bareType} from '../../../contract/type-of-text'
import {headersOf} from './headers'

/** Of these Chrome records what a page reads, also where they say no charset. */
const isReadRightly = (type: string): boolean => !/^(?:text\/.*)?$/.test(type) || /html|xml|json|script|css/.test(type)

/** The letters of windows-1252 for the bytes from 0x80 on; those from 0xa0 on are as in Unicode. */
const from80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** The byte that windows-1252 has for it, or -1. */
function byteOf(letter: string): number {
  const code = letter.charCodeAt(0)
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
  const at = from80.indexOf(letter)
  return at < 0 ? -1 : 0x80 + at
}

/**
 * A recorded text as a page reads it: where the answer says no charset that is UTF-8, and Chrome's recording has its bytes as windows-1252
 * (`Ã¤` for `ä`). What is no UTF-8 then stays as it was recorded.
 */
export function readAsUtf8(text: string, response: JsonRecord): string {
  const type = headersOf(response).find(([name]) => name === 'content-type')?.[1] ?? ''
  if (/charset/i.test(type) || isReadRightly(bareType(type))) return text
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) {
    const byte = byteOf(text.charAt(at))
    if (byte < 0) return text
    bytes[at] = byte
  }
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes)
  } catch {
    return text
  }
}

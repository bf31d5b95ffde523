import {randomBytes} from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

export function suffix(length: number): string {
  let made = ''
  while (made.length < length) {
    // Bytes from 252 on would make the first letters likelier than the others.
    for (const byte of randomBytes(length)) if (byte < 252) made += letters[byte % letters.length]
  }
  return made.slice(0, length)
}

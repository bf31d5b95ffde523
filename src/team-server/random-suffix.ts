import {randomBytes} from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

export function createSuffix(length: number): string {
  let result = ''
  while (result.length < length) {
    // Bytes from 252 on would make the first letters likelier than the others.
    for (const byte of randomBytes(length)) if (byte < 252) result += letters[byte % letters.length]
  }
  return result.slice(0, length)
}

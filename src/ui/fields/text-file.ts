import {formWords} from '../words'

/** The text of a file that someone chose, or why it is not taken. */
export async function readTextFile(
  file: File,
  most: number,
): Promise<{readonly text: string} | {readonly refused: string}> {
  // What is far too large cannot be read, and would come as no text at all.
  if (file.size > most) return {refused: formWords.redirect.tooLarge(file.name)}
  const text = await file.text()
  const isUnread = text === '' && file.size > 0
  if (isUnread || text.includes('\uFFFD')) return {refused: formWords.redirect.notText(file.name)}
  return {text}
}

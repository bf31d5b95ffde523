/** Characters that change the direction of the text around them. */
const directional = /[\u202A-\u202E\u2066-\u2069]/g

/** A name inside a sentence, at most 40 characters. */
export function shortenName(name: string): string {
  const visible = name.replace(directional, '')
  return visible.length > 40 ? `${visible.slice(0, 39).trimEnd()}…` : visible
}

export const quoteName = (name: string): string => `“${shortenName(name)}”`

export const endSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

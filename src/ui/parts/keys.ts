// Keys as they are written down here: `Mod Z` is Ctrl Z, and Cmd Z on a Mac.
export const undoKeys = 'Mod Z'
export const saveKeys = 'Mod S'
export const testerKeys = 'Mod Enter'

const isMac = (): boolean => /^mac/i.test(navigator.platform)

const onMac: Readonly<Record<string, string>> = {Mod: 'Cmd', Alt: 'Option', Del: 'Delete'}
const elsewhere: Readonly<Record<string, string>> = {Mod: 'Ctrl'}

/** The caps of a keystroke, as this computer's keyboard has them. */
export const capsOf = (keys: string): readonly string[] => {
  const names = isMac() ? onMac : elsewhere
  return keys.split(' ').map(key => names[key] ?? key)
}

export const shownKeys = (keys: string): string => capsOf(keys).join(' ')

/** For `aria-keyshortcuts`. */
export const ariaKeys = (keys: string): string =>
  keys
    .split(' ')
    .map(key => (key === 'Mod' ? (isMac() ? 'Meta' : 'Control') : key))
    .join('+')

/** The Latin letter of a key: on a Russian or Greek keyboard `key` is another one, and the place of the key tells. */
export const letterOf = ({key, code}: KeyboardEvent): string =>
  /^[\0-\x7f]*$/.test(key) ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key)

/** Ctrl, or Cmd on a Mac, and no other of its kind. */
export const hasMod = (event: KeyboardEvent): boolean =>
  isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey

// `Mod` is Ctrl, or Cmd on a Mac.
export const undoKeys = 'Mod Z'
export const saveKeys = 'Mod S'
export const testerKeys = 'Mod Enter'

const isMac = (): boolean => /^mac/i.test(navigator.platform)

const macNames: Readonly<Record<string, string>> = {Mod: 'Cmd', Alt: 'Option', Del: 'Delete'}
const otherNames: Readonly<Record<string, string>> = {Mod: 'Ctrl'}

export const getKeyLabels = (keys: string): readonly string[] => {
  const names = isMac() ? macNames : otherNames
  return keys.split(' ').map(key => names[key] ?? key)
}

export const formatKeys = (keys: string): string => getKeyLabels(keys).join(' ')

export const toAriaKeys = (keys: string): string =>
  keys
    .split(' ')
    .map(key => (key === 'Mod' ? (isMac() ? 'Meta' : 'Control') : key))
    .join('+')

/** The Latin letter of a key on any keyboard layout, such as Russian or Greek. */
export const getLatinLetter = ({key, code}: KeyboardEvent): string =>
  /^[\0-\x7f]*$/.test(key) ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key)

/** Ctrl, or Cmd on a Mac, alone. */
export const hasMod = (event: KeyboardEvent): boolean =>
  isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey

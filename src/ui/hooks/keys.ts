// `Mod` is Ctrl, or Cmd on a Mac.
export const undoKeys = 'Mod Z'
export const saveKeys = 'Mod S'
export const testerKeys = 'Mod Enter'

const isMac = (): boolean => /^mac/i.test(navigator.platform)

const onMac: Readonly<Record<string, string>> = {Mod: 'Cmd', Alt: 'Option', Del: 'Delete'}
const elsewhere: Readonly<Record<string, string>> = {Mod: 'Ctrl'}

export const capsOf = (keys: string): readonly string[] => {
  const names = isMac() ? onMac : elsewhere
  return keys.split(' ').map(key => names[key] ?? key)
}

export const shownKeys = (keys: string): string => capsOf(keys).join(' ')

export const ariaKeys = (keys: string): string =>
  keys
    .split(' ')
    .map(key => (key === 'Mod' ? (isMac() ? 'Meta' : 'Control') : key))
    .join('+')

/** The Latin letter of a key on any keyboard layout, such as Russian or Greek. */
export const letterOf = ({key, code}: KeyboardEvent): string =>
  /^[\0-\x7f]*$/.test(key) ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key)

/** Ctrl, or Cmd on a Mac, alone. */
export const hasMod = (event: KeyboardEvent): boolean =>
  isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey

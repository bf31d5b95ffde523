import type {Settings} from '../state/settings'

const shortcuts =
  (always: string, letters: string) =>
  ({letterKeys}: Settings): string =>
    letterKeys.value ? `${always} ${letters}` : always

export const ruleShortcuts = shortcuts('Space Enter Delete Shift+F10 Alt+ArrowUp Alt+ArrowDown', 'x p d')
export const popupRowShortcuts = shortcuts('Space Enter Delete Shift+F10', 'p d')
export const groupShortcuts = shortcuts('Space Enter Delete Alt+ArrowUp Alt+ArrowDown', 'p')

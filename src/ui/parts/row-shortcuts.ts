import type {Settings} from '../state/settings'

const shortcuts =
  (always: string, letters: string) =>
  ({letterKeys}: Settings): string =>
    letterKeys.value ? `${always} ${letters}` : always

/** The keys of a rule's row, as screen readers say them. */
export const ruleShortcuts = shortcuts('Space Enter Delete Shift+F10 Alt+ArrowUp Alt+ArrowDown', 'x p d')
/** Those that it has in the popup as well. */
export const popupRowShortcuts = shortcuts('Space Enter Delete Shift+F10', 'p d')
/** And those of a group's. */
export const groupShortcuts = shortcuts('Space Enter Delete Alt+ArrowUp Alt+ArrowDown', 'p')

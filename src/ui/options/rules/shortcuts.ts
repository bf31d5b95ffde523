import type {Settings} from '../../state/settings'

const always = 'Space Enter Delete Shift+F10 Alt+ArrowUp Alt+ArrowDown'
const letters = 'x p d'

/** The keys of a rule's row, as screen readers say them. */
export const shortcutsOf = ({letterKeys}: Settings): string => (letterKeys.value ? `${always} ${letters}` : always)

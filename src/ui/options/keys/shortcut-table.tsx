import {KeyTable} from '../../parts/key-table'
import {shortcutsByPlace} from '../../parts/shortcuts'
import {keyListWords} from '../../words'
import {useBrowserCommands} from './browser-commands'

/** Every key, by where it works; the browser's own commands with the keys that they have now. */
export function ShortcutTable() {
  const commands = useBrowserCommands()
  if (commands.length === 0) return <KeyTable places={shortcutsByPlace} />
  const shortcuts = commands.map(({does, keys}) => ({
    does: does || keyListWords.openPopup,
    // Chrome writes Alt+Shift+S.
    keys: keys === '' ? [] : [keys.replaceAll('+', ' ')],
  }))
  return <KeyTable places={[...shortcutsByPlace, {where: keyListWords.browser, shortcuts}]} />
}

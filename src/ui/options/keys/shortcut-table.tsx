import {Dialog} from '../../components/dialog'
import {KeyTable} from '../../components/key-table'
import {getAllShortcuts} from '../../hooks/shortcuts'
import type {BrowserCommand} from '../../browser-adapter'
import {keyTexts} from '../../../locales/keys'
import {useOptions} from '../options-context'
import {useFetched} from '../../hooks/use-fetched'

export function ShortcutTable() {
  const commands = useBrowserCommands()
  if (commands.length === 0) return <KeyTable places={getAllShortcuts()} />
  const shortcuts = commands.map(({description, keys}) => ({
    description: description || keyTexts('openPopup'),
    // Chrome writes Alt+Shift+S.
    keys: keys === '' ? [] : [keys.replaceAll('+', ' ')],
  }))
  return <KeyTable places={[...getAllShortcuts(), {title: keyTexts('browser'), shortcuts}]} />
}

const none: readonly BrowserCommand[] = []

function useBrowserCommands(): readonly BrowserCommand[] {
  const {browserAdapter} = useOptions()
  return useFetched(() => browserAdapter.readCommands(), none).value.value
}

export const KeyListDialog = ({close}: {readonly close: () => void}) => (
  <Dialog title={keyTexts('title')} close={close}>
    <ShortcutTable />
  </Dialog>
)
